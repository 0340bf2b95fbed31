import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { type ConnectProxy, startConnectProxy } from '../support/connect-proxy.ts'
import { type HiddenService, startHiddenService } from '../support/hidden-service.ts'
import { findReasonAgainstKeyring, type KeyringSession, startKeyringSession } from '../support/keyring-session.ts'
import { createPackshotUser, type PackshotUser } from '../support/packshot-user.ts'

const lack = await findReasonAgainstKeyring()
const right = { user: 'ada', password: 'opens-the-way-&-more' }
const apiKey = 'key-behind-the-proxy'

describe.skipIf(lack)(`packshot proxy with a real keychain${lack ? ` (skipped: ${lack})` : ''}`, () => {
  let keyring: KeyringSession
  let user: PackshotUser
  let service: HiddenService
  let proxy: ConnectProxy

  beforeAll(async () => {
    keyring = await startKeyringSession()
    service = await startHiddenService()
  })
  afterAll(async () => {
    await service.stop()
    await keyring.stop()
  })
  beforeEach(async () => {
    proxy = await startConnectProxy(service.port, right)
    const own = {
      HTTPS_PROXY: `http://${proxy.host}`,
      https_proxy: '',
      NO_PROXY: '',
      no_proxy: '',
      NODE_EXTRA_CA_CERTS: service.certificate,
    }
    user = await createPackshotUser({ ...keyring.environment, ...own, https_proxy: own.HTTPS_PROXY })
  })
  afterEach(async () => {
    await user.expectNowhere([right.password, apiKey])
    await proxy.stop()
    await user.remove()
  })

  const connect = () => user.runWith({ stdin: apiKey }, 'connect', '--base-url', service.baseUrl, '--api-key-stdin', '--rate', 'none')
  const keep = (password: string, ...args: string[]) =>
    user.runWith({ stdin: password }, 'proxy', '--user', right.user, '--password-stdin', ...args)

  it('a 407 names the command; its password is used from then on, replaced by the next one, and can be forgotten', async () => {
    const before = await connect()
    expect(before.code).toBe(1)
    expect(before.stderr).toContain(`The proxy ${proxy.host} requires a user name and password (407), so nothing was sent.`)
    expect(before.stderr).toContain('packshot proxy --host HOST:PORT --user NAME --password-stdin')

    expect(await keep(right.password, '--host', proxy.host)).toMatchObject({
      code: 0,
      stdout: `Name and password for ${proxy.host} are in the keychain.\n`,
    })
    expect((await connect()).code).toBe(0)
    await writeTestPictures(join(user.folder, 'pictures'), 2)
    expect((await user.run('add', join(user.folder, 'pictures'))).code).toBe(0)
    expect((await user.run('run')).code).toBe(0)
    expect(service.uploads).toEqual([apiKey, apiKey])
    expect((await user.run('proxy', '--json')).json()).toEqual({ host: proxy.host, asks: false, password: 'kept' })

    const refused = await keep('a wrong one')
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('does not accept this name and password (407). Nothing was changed.'),
    })
    expect((await user.run('proxy')).stdout).toContain('Name and password are in the keychain.')
    expect((await user.run('proxy', '--forget')).stdout).toContain('are forgotten')
    expect((await user.run('proxy')).stdout).toContain('No name and password are kept for it.')
  })

  it('a password that can’t be saved is rejected and changes nothing', async () => {
    for (const args of [['--user', 'ada'], ['--password-stdin'], ['--user', 'ada', '--password-stdin', '--forget']])
      expect((await user.runWith({ stdin: 'x' }, 'proxy', ...args)).stderr).toContain('belong together')
    expect((await keep('x')).stderr).toContain('--host HOST:PORT')
    expect((await keep('x', '--host', 'http://proxy')).stderr).toContain('host:port')
    const without = await user.runWith(
      { stdin: 'x', environment: { DBUS_SESSION_BUS_ADDRESS: 'disabled:' } },
      'proxy',
      '--host',
      'a:1',
      '--user',
      'u',
      '--password-stdin',
    )
    expect(without).toMatchObject({ code: 1, stderr: expect.stringContaining('HTTPS_PROXY=http://NAME:PASSWORD@HOST:PORT') })
  })
})
