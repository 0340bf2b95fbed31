import { readUpdateKey } from '../../electron/shell/updates/signed-update.ts'

/** Whether the system's own signature is on a package that is made with this environment. Linux has none. */
export const isSigned = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv): boolean => {
  if (platform === 'darwin') return Boolean(env.CSC_LINK || env.CSC_NAME)
  return platform !== 'win32' || Boolean(env.WIN_CSC_LINK || env.CSC_LINK || env.PACKSHOT_SIGN_COMMAND)
}

/** Where updates come from, or undefined for none. Throws unless it is https, or http on this computer. */
export const readUpdateAddress = (env: NodeJS.ProcessEnv): string | undefined => {
  const address = env.PACKSHOT_UPDATE_URL
  if (!address) return undefined
  const url = URL.parse(address)
  const isHere = url?.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
  if (url?.protocol !== 'https:' && !isHere) throw new Error(`PACKSHOT_UPDATE_URL must be an https address, not “${address}”.`)
  return address
}

/**
 * The key that updates must be signed with, which goes into a package that has an update address. Throws where it is missing: such a package
 * would refuse every update.
 */
export const packedUpdateKey = (env: NodeJS.ProcessEnv): string => {
  const text = env.PACKSHOT_UPDATE_PUBLIC_KEY
  if (!text) throw new Error('PACKSHOT_UPDATE_URL needs PACKSHOT_UPDATE_PUBLIC_KEY: updates are signed (build/package/README.md).')
  readUpdateKey(text)
  return text
}

/** The name in the certificate of Windows packages, which each update must have. Throws where it is missing. */
export const packedPublisher = (env: NodeJS.ProcessEnv): string => {
  if (env.PACKSHOT_PUBLISHER) return env.PACKSHOT_PUBLISHER
  throw new Error('PACKSHOT_UPDATE_URL needs PACKSHOT_PUBLISHER on Windows: the name in the certificate, which updates must have.')
}

/**
 * The update address that goes into a package. An unsigned one gets none: macOS refuses its updates after each download, and Windows
 * would install any file.
 */
export const packedUpdateAddress = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string | undefined => {
  const address = readUpdateAddress(env)
  return isSigned(platform, env) ? address : undefined
}
