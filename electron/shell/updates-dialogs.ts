import { app, type BrowserWindow, dialog } from 'electron'
import { labels } from '../../shared/base/label-words.ts'
import type { UpdateEffect } from './updates/update-machine.ts'

type Told = Extract<UpdateEffect, { kind: 'tell' }>['what']
type Words = { readonly message: string; readonly detail: string }

const words = (what: Told, version: string | null): Words => {
  switch (what) {
    case 'newest':
      return { message: 'Packshot is up to date.', detail: `Version ${app.getVersion()} is the newest.` }
    case 'downloading':
      return { message: `Packshot ${version ?? ''} is being downloaded.`, detail: 'You will be asked before it is installed.' }
    case 'unreachable':
      return {
        message: 'Packshot could not check for updates.',
        detail: 'The update server gave no usable answer. Nothing was changed. Try again later.',
      }
    case 'proxy':
      return {
        message: labels.proxyNeedsPassword,
        detail: 'Packshot could not check for updates without them. Nothing was changed. Enter them in Settings, then try again.',
      }
    case 'refused':
      return {
        message: 'The new version was refused.',
        detail: 'Its signature or its checksum is wrong. It was deleted, and Packshot was not changed. Try again later.',
      }
  }
}

const show = (window: BrowserWindow | undefined, options: Electron.MessageBoxOptions): Promise<Electron.MessageBoxReturnValue> =>
  window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options)

export const tellAboutUpdate = async (window: BrowserWindow | undefined, what: Told, version: string | null): Promise<void> => {
  await show(window, { type: what === 'refused' ? 'warning' : 'info', ...words(what, version), buttons: ['OK'] })
}

export const tellUpdatesAreOff = async (window: BrowserWindow | undefined, why: string): Promise<void> => {
  await show(window, { type: 'info', message: 'Packshot does not update itself here.', detail: why, buttons: ['OK'] })
}

type Offer = { readonly version: string; readonly isAtWork: boolean; readonly installsAtQuit: boolean }

/** A newer version is on this computer and checked: now or later? */
export const offerUpdate = async (
  window: BrowserWindow | undefined,
  { version, isAtWork, installsAtQuit }: Offer,
): Promise<'now' | 'later'> => {
  const now = isAtWork ? 'Packshot restarts when the running work is done.' : 'Restarting takes a few seconds.'
  const later = installsAtQuit ? 'Otherwise it is installed when you quit Packshot.' : 'Otherwise you are asked again next time.'
  const { response } = await show(window, {
    type: 'info',
    message: `Packshot ${version} is ready.`,
    detail: `${now} ${later} Nothing is lost either way.`,
    buttons: ['Restart now', 'Later'],
    defaultId: 0,
    cancelId: 1,
  })
  return response === 0 ? 'now' : 'later'
}
