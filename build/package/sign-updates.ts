import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseUpdateInfo } from 'electron-updater/out/providers/Provider.js'
import { signedText } from '../../electron/shell/updates/signed-update.ts'
import { isUpdateFile } from './merge-update-files.ts'

/** The texts of a new pair of keys, each in base64 of its DER form: `secret` (PKCS 8) for PACKSHOT_UPDATE_KEY, `open` (SPKI) for PACKSHOT_UPDATE_PUBLIC_KEY. */
export const makeUpdateKeys = (): { readonly secret: string; readonly open: string } => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const secret = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  return { secret, open: publicKey.export({ format: 'der', type: 'spki' }).toString('base64') }
}

const readSecretKey = (text: string): KeyObject => {
  const key = createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' })
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('PACKSHOT_UPDATE_KEY is not an Ed25519 key.')
  return key
}

/** The signature of one file of a version, in base64. */
export const signFile = (version: string, file: { readonly url: string; readonly sha512: string }, secret: string): string =>
  sign(null, signedText(version, file), readSecretKey(secret)).toString('base64')

/**
 * Signs each package that the folder's update files name. `open`: the public key that the packages have; another one would make every installed
 * Packshot refuse them. Throws where a package is missing, or isn't the one that its update file names.
 */
export const signUpdates = (folder: string, secret: string, open: string): readonly string[] => {
  const own = createPublicKey(readSecretKey(secret)).export({ format: 'der', type: 'spki' }).toString('base64')
  if (own !== open) throw new Error('PACKSHOT_UPDATE_KEY does not fit PACKSHOT_UPDATE_PUBLIC_KEY, which the packages have.')
  const names = readdirSync(folder).filter(isUpdateFile)
  for (const name of names) {
    const path = join(folder, name)
    const info = parseUpdateInfo(readFileSync(path, 'utf8'), name, new URL(`file:///${name}`))
    const files = info.files.map((file) => {
      const sha512 = createHash('sha512')
        .update(readFileSync(join(folder, file.url)))
        .digest('base64')
      if (sha512 !== file.sha512) throw new Error(`${file.url} is not the file that ${name} names.`)
      return { ...file, signature: signFile(info.version, file, secret) }
    })
    // JSON is YAML, too.
    writeFileSync(path, `${JSON.stringify({ ...info, files }, null, 2)}\n`)
  }
  return names
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2)
  const { PACKSHOT_UPDATE_KEY: secret, PACKSHOT_UPDATE_PUBLIC_KEY: open } = process.env
  if (folder === undefined) {
    const made = makeUpdateKeys()
    console.log(`PACKSHOT_UPDATE_KEY (a secret)\n${made.secret}\n\nPACKSHOT_UPDATE_PUBLIC_KEY\n${made.open}`)
  } else {
    if (!secret || !open) throw new Error('npm run sign-updates -- FOLDER needs PACKSHOT_UPDATE_KEY and PACKSHOT_UPDATE_PUBLIC_KEY.')
    console.log(`signed: ${signUpdates(folder, secret, open).join(', ')}`)
  }
}
