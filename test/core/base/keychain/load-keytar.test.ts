import { spawnSync } from 'node:child_process'
import { copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSecretStore } from '../../../../electron/core/base/keychain/open-secret-store.ts'
import { placeKeytarLackingLibrary } from '../../../support/keytar-lacking-library.ts'
import { lackOf } from '../../../support/lacks.ts'
import { told } from '../../../support/told.ts'

const source = fileURLToPath(new URL('../../../../electron/core/base/keychain/load-keytar.ts', import.meta.url))

const lack = process.platform === 'linux' ? null : lackOf('not-linux')

describe.skipIf(lack)(`keytar on Linux${lack ? ` (skipped: ${lack})` : ''}`, () => {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'packshot-load-keytar-'))
    copyFileSync(source, join(folder, 'load-keytar.ts'))
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  })
  afterEach(() => rm(folder, { recursive: true }))

  /** What loading it beside this folder's packages rejects with; empty: it loads. In a process of its own, as libraries stay loaded. */
  const load = (): string => {
    const script = `import('${join(folder, 'load-keytar.ts')}').then((one) => one.loadKeytar()).catch((error) => console.log(error.message))`
    const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' })
    expect(status, stderr).toBe(0)
    return stdout
  }
  const reasonFor = async (message: string) =>
    told((await openSecretStore({ loadKeytar: () => Promise.reject(new Error(message)) })).reason)

  it('rejects with the loader’s reason, of which libsecret is told apart', async () => {
    const { repair } = placeKeytarLackingLibrary(folder)
    const message = load()
    expect(message).toMatch(/^libsecret-1\.so\.9: cannot open shared object file/)
    expect(await reasonFor(message)).toMatchObject({ failure: { kind: 'libsecret-missing' } })
    repair()
    expect(load()).not.toContain('libsecret-1.so.9')
  })

  it('has no module where its package has no binary, or is not there', async () => {
    const { binary } = placeKeytarLackingLibrary(folder)
    rmSync(binary)
    expect(await reasonFor(load())).toMatchObject({ failure: { kind: 'keytar-missing' } })
    rmSync(join(folder, 'node_modules'), { recursive: true })
    expect(await reasonFor(load())).toMatchObject({ failure: { kind: 'keytar-missing' } })
  })
})
