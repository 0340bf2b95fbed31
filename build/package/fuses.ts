import { FuseState, FuseV1Options, FuseVersion, flipFuses, getCurrentFuseWire } from '@electron/fuses'

/**
 * What Electron may do in a package. https://electronjs.org/docs/latest/tutorial/fuses says what each is. Electron checks the archive's
 * integrity on macOS and Windows only.
 */
export const wantedFuses = (platform: NodeJS.Platform): Readonly<Record<FuseV1Options, boolean>> => ({
  [FuseV1Options.RunAsNode]: false,
  // Packshot has no cookies, and on macOS this would ask for the keychain at the first start.
  [FuseV1Options.EnableCookieEncryption]: false,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: platform !== 'linux',
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  // As Electron ships it: bounds checks by signal handlers, for speed; no capability.
  [FuseV1Options.WasmTrapHandlers]: true,
})

type Fuse = { readonly name: string; readonly option: FuseV1Options; readonly isOn: boolean }

/** The fuses set in a program, in the order of the wire; fuses unknown to this Electron are left out. */
export const readFuses = async (program: string): Promise<readonly Fuse[]> => {
  const wire = await getCurrentFuseWire(program)
  return Object.values(FuseV1Options).flatMap((option) => {
    if (typeof option !== 'number' || wire[option] === undefined) return []
    return { name: FuseV1Options[option], option, isOn: wire[option] === FuseState.ENABLE }
  })
}

/**
 * Sets the fuses of a packed program, reads them back and returns them.
 * @param mayLack fuses that an older Electron may not have; any other that is missing, or one that we do not know, is an error
 */
export const setFuses = async (
  program: string,
  platform: NodeJS.Platform,
  mayLack: readonly FuseV1Options[] = [],
): Promise<readonly Fuse[]> => {
  const wanted = wantedFuses(platform)
  const known = (await readFuses(program)).map((fuse) => fuse.option)
  const lacking = Object.keys(wanted).filter((option) => !known.includes(Number(option)) && !mayLack.includes(Number(option)))
  if (lacking.length > 0)
    throw new Error(`This Electron lacks fuses: ${lacking.map((option) => FuseV1Options[Number(option)]).join(', ')}.`)
  const settable = Object.fromEntries(Object.entries(wanted).filter(([option]) => known.includes(Number(option))))
  await flipFuses(program, {
    version: FuseVersion.V1,
    resetAdHocDarwinSignature: platform === 'darwin',
    ...settable,
    ...(mayLack.length === 0 && { strictlyRequireAllFuses: true }),
  } as Parameters<typeof flipFuses>[1])
  const found = await readFuses(program)
  const wrong = found.filter((fuse) => fuse.isOn !== wanted[fuse.option])
  if (wrong.length > 0)
    throw new Error(`Read back from ${program}, these fuses are not as set: ${wrong.map((one) => one.name).join(', ')}.`)
  return found
}
