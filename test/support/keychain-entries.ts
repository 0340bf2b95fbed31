import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { keychainIdFile } from '../../electron/core/base/keychain/recognise-copied-folder.ts'

/** Changes the keychain's entries of a data folder as another program would: deletes those with this last part, or gives them this text. */
export const changeEntries = async (
  dataFolder: string,
  environment: NodeJS.ProcessEnv,
  last: 'tokens' | 'client-secret' | 'api-key' | 'bucket-keys',
  text: string | null,
): Promise<void> => {
  const { id } = JSON.parse(await readFile(join(dataFolder, keychainIdFile), 'utf8')) as { id: string }
  const script = `import('keytar').then(async ({ default: keytar }) => {
    const [id, last, text] = ${JSON.stringify([id, last, text])}
    const found = (await keytar.findCredentials('Packshot')).filter(({ account }) => account.startsWith(id + '/') && account.endsWith('/' + last))
    if (found.length === 0) throw new Error('The keychain has no such entry.')
    for (const { account } of found)
      await (text === null ? keytar.deletePassword('Packshot', account) : keytar.setPassword('Packshot', account, text))
  })`
  const { status, stderr } = spawnSync(process.execPath, ['-e', script], { env: { ...process.env, ...environment }, encoding: 'utf8' })
  if (status !== 0) throw new Error(`The keychain was not changed: ${stderr}`)
}
