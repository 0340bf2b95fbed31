import { posix, win32 } from 'node:path'

type Installation = {
  /** Of the app's resources. */
  readonly resources: string
  readonly executable: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

/**
 * Where an administrator can put a connection file for all users of this computer; the first existing one counts. The system's own
 * folder comes first: an update replaces files beside the program, and a file inside a Mac app breaks its signature.
 */
export const managedFolders = (platform: NodeJS.Platform, { resources, executable, environment }: Installation): readonly string[] => {
  switch (platform) {
    case 'win32':
      return [win32.join(environment.ProgramData || 'C:\\ProgramData', 'Packshot'), resources, win32.dirname(executable)]
    case 'darwin':
      // The executable is inside Packshot.app/Contents/MacOS.
      return ['/Library/Application Support/Packshot', resources, posix.resolve(posix.dirname(executable), '../../..')]
    default:
      return ['/etc/packshot', resources, posix.dirname(executable)]
  }
}
