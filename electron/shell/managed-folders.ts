import { win32 } from 'node:path'

type Installation = {
  /** Of the app's resources. */
  readonly resources: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

/**
 * Where an administrator can put a connection file for all users of this computer; the first existing one counts. The system's own
 * folder comes first: an update replaces files beside the program, and a file inside a Mac app breaks its signature.
 */
export const managedFolders = (platform: NodeJS.Platform, { resources, environment }: Installation): readonly string[] => {
  switch (platform) {
    case 'win32':
      return [win32.join(environment.ProgramData || 'C:\\ProgramData', 'Packshot'), resources]
    case 'darwin':
      return ['/Library/Application Support/Packshot', resources]
    default:
      return ['/etc/packshot', resources]
  }
}
