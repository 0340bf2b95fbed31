import { createPublicKey, verify } from 'node:crypto'

/** What an update file says of one package: its name, and the SHA-512 of its bytes, which electron-updater checks after the download. */
export type UpdateFile = { readonly url: string; readonly sha512: string; readonly signature?: unknown }
export type AnnouncedUpdate = { readonly version: string; readonly files?: readonly UpdateFile[]; readonly packages?: unknown }

/** What is signed (Ed25519, RFC 8032) for a package: this version of Packshot has a file of this name with these bytes. */
export const signedText = (version: string, { url, sha512 }: UpdateFile): Buffer =>
  Buffer.from(`packshot-update\n${version}\n${url}\n${sha512}\n`)

/** The public key from its text: base64 of its DER form (SPKI, RFC 8410). Throws where it is another kind of key, or none. */
export const readUpdateKey = (text: string) => {
  const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The key for updates is not an Ed25519 key.')
  return key
}

/** Whether every file of the announced version is signed with the key that this Packshot came with. The transport is not trusted. */
export const isSignedUpdate = ({ version, files = [], packages }: AnnouncedUpdate, keyText: string): boolean => {
  // electron-updater would take these without our looking at them.
  if (packages !== undefined || files.length === 0) return false
  try {
    const key = readUpdateKey(keyText)
    return files.every(
      (file) => typeof file.signature === 'string' && verify(null, signedText(version, file), key, Buffer.from(file.signature, 'base64')),
    )
  } catch {
    return false
  }
}
