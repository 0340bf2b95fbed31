import { execFile } from 'node:child_process'

type Ports = {
  readonly platform: NodeJS.Platform
  /** Runs a program; calls back with an error when it could not. */
  readonly run: (program: string, args: readonly string[], done: (error: Error | null) => void) => unknown
}

/** How macOS marks a folder that Time Machine passes over (`kCFURLIsExcludedFromBackupKey`): “com.apple.backupd” as a binary property list. */
const mark = 'com.apple.metadata:com_apple_backup_excludeItem'
const value = '62706c69737430305f1011636f6d2e6170706c652e6261636b75706408000000000000010100000000000000010000000000000000000000000000001c'

/**
 * Keeps a folder of caches out of Time Machine, which would copy it every hour. Does nothing on other systems. Never rejects: an
 * unneeded backup copy only costs space.
 */
export const excludeFromBackup = (
  folder: string,
  { platform, run }: Ports = { platform: process.platform, run: execFile },
): Promise<void> =>
  new Promise((resolve) => {
    if (platform !== 'darwin') return resolve()
    try {
      run('/usr/bin/xattr', ['-wx', mark, value, folder], () => resolve())
    } catch {
      resolve()
    }
  })
