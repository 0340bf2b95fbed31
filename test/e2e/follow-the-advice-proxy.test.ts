import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { type ConnectProxy, startConnectProxy } from '../support/connect-proxy.ts'
import { saidBy, typeAdvice } from '../support/follow-advice.ts'
import { type HiddenService, startHiddenService } from '../support/hidden-service.ts'
import { findReasonAgainstKeyring, type KeyringSession, startKeyringSession } from '../support/keyring-session.ts'
import { createPackshotUser, type PackshotUser } from '../support/packshot-user.ts'

const lack = await findReasonAgainstKeyring()
const old = { user: 'ada', password: 'the-one-of-last-month' }
const current = { user: 'ada', password: 'the-one-of-this-month' }
const apiKey = 'key-behind-the-proxy'

describe.skipIf(lack)(`the advice for a wrong proxy password${lack ? ` (skipped: ${lack})` : ''}`, () => {
  let keyring: KeyringSession
  let service: HiddenService
  let proxy: ConnectProxy
  let user: PackshotUser
  beforeAll(async () => {
    keyring = await startKeyringSession()
    service = await startHiddenService()
  })
  afterAll(async () => {
    await service.stop()
    await keyring.stop()
  })
  beforeEach(async () => {
    proxy = await startConnectProxy(service.port, old)
    const address = `http://${proxy.host}`
    const own = { HTTPS_PROXY: address, https_proxy: address, NO_PROXY: '', no_proxy: '', NODE_EXTRA_CA_CERTS: service.certificate }
    user = await createPackshotUser({ ...keyring.environment, ...own })
  })
  afterEach(async () => {
    await user.expectNowhere([old.password, current.password, apiKey])
    await proxy.stop()
    await user.remove()
  })

  const known = () => ({ 'HOST:PORT': proxy.host, NAME: current.user })
  const connect = () => user.runWith({ stdin: apiKey }, 'connect', '--base-url', service.baseUrl, '--api-key-stdin', '--rate', 'none')

  it('solves it when the first request is rejected', async () => {
    const refused = await connect()
    expect(refused.code).toBe(1)
    expect(await typeAdvice(user, saidBy(refused), /^proxy/, { known: known(), stdin: old.password })).toMatchObject({ code: 0 })
    expect((await connect()).code).toBe(0)
  })

  it('solves it when the password changes while work waits', async () => {
    await user.runWith({ stdin: old.password }, 'proxy', '--host', proxy.host, '--user', old.user, '--password-stdin')
    expect((await connect()).code).toBe(0)
    await writeTestPictures(join(user.folder, 'pictures'), 2)
    await user.run('add', join(user.folder, 'pictures'))
    proxy.change(current)
    const held = await user.run('run')
    expect(held.code).toBe(3)
    expect(await typeAdvice(user, saidBy(held), /^proxy/, { known: known(), stdin: current.password })).toMatchObject({ code: 0 })
    expect(await user.run('run')).toMatchObject({ code: 0 })
    expect(service.uploads).toHaveLength(2)
  })
})
