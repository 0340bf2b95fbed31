import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { app, type BrowserWindow, dialog } from 'electron'
import { systemSyncFiles } from '../core/base/platform/system-sync-files.ts'
import { findAppPlace, offerMoveToApplications } from './offer-move-to-applications.ts'

const why = {
  'disk-image': 'It was started from its disk image, where it can’t be updated.',
  translocated: 'It was started where it was downloaded, where it can’t be updated.',
  downloads: 'It was started from your Downloads folder, where it can’t be updated.',
  elsewhere: '',
}

/** macOS calls this before it replaces an app of the same name; it has to answer at once. */
const mayReplace = (): boolean =>
  dialog.showMessageBoxSync({
    type: 'question',
    message: 'Packshot is already in your Applications folder. Replace it?',
    detail: 'The one that is there goes to the Trash. Your pictures and answers are kept in another place.',
    buttons: ['Replace', 'Cancel'],
    defaultId: 0,
    cancelId: 1,
  }) === 0

const show = (window: BrowserWindow | undefined, options: Electron.MessageBoxOptions): Promise<Electron.MessageBoxReturnValue> =>
  window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options)

/** On macOS, started from the disk image or Downloads: offers to move itself to Applications. */
export const offerMoveWithDialogs = (window: () => BrowserWindow | undefined, stateFolder: string): Promise<void> => {
  const place = findAppPlace({ platform: process.platform, executable: process.execPath, home: homedir() })
  const note = join(stateFolder, `not-moved-from-${place}`)
  return offerMoveToApplications({
    place: app.isPackaged ? place : 'elsewhere',
    wasDeclined: () => existsSync(note),
    noteDeclined: () => systemSyncFiles.write(note, ''),
    ask: async () => {
      const { response } = await show(window(), {
        type: 'question',
        message: 'Move Packshot to the Applications folder?',
        detail: `${why[place]} Packshot restarts after the move. Your pictures and answers stay where they are.`,
        buttons: ['Move to Applications', 'Not now'],
        defaultId: 0,
        cancelId: 1,
      })
      return response === 0 ? 'move' : 'not-now'
    },
    // If one is already running there, macOS brings it to the front, and this one ends.
    move: () => app.moveToApplicationsFolder({ conflictHandler: (kind) => kind === 'existsAndRunning' || mayReplace() }),
    tellFailed: async () => {
      await show(window(), {
        type: 'warning',
        message: 'Packshot could not be moved.',
        detail: 'It works from here for now. To move it, quit it and drag it to Applications in the Finder.',
        buttons: ['OK'],
      })
    },
  })
}
