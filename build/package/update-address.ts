/**
 * Whether a package that is made with this environment is signed. Linux packages are never signed: their updates are verified by their
 * hash alone, over https.
 */
const isSigned = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv): boolean => {
  if (platform === 'darwin') return Boolean(env.CSC_LINK || env.CSC_NAME)
  return platform !== 'win32' || Boolean(env.WIN_CSC_LINK || env.CSC_LINK)
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
 * The update address that goes into a package. An unsigned one gets none: macOS refuses its updates after each download, and Windows
 * would install any file.
 */
export const packedUpdateAddress = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string | undefined => {
  const address = readUpdateAddress(env)
  return isSigned(platform, env) ? address : undefined
}
