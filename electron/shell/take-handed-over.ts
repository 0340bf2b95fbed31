import { readFile, stat } from 'node:fs/promises'
import { createRouterClient } from '@orpc/server'
import { type BrowserWindow, dialog } from 'electron'
import type { ConnectionForm } from '../../shared/contract.ts'
import { AppError, toAppError } from '../../shared/errors.ts'
import { parseConnectionFile } from '../core/connections/parse-connection-file.ts'
import { parseConnectionLink } from '../core/connections/parse-connection-link.ts'
import type { Core } from '../core/create-core.ts'
import type { HandedOver } from './handed-over.ts'

/** A connection file is a few hundred bytes. */
const mostBytes = 64 * 1024

const readConnection = async (given: Exclude<HandedOver, { kind: 'sign-in-answer' }>): Promise<ConnectionForm> => {
  if (given.kind === 'connection-link') return { kind: 'link', link: given.link }
  const { size } = await stat(given.path)
  if (size > mostBytes) throw new AppError('invalid-connection-file', 'The file is too large for a connection file.')
  return { kind: 'file', text: await readFile(given.path, 'utf8') }
}

/** Any web page can open a link: a person sees whose workspace it is, and says yes, before anything is changed. */
const confirm = async (window: BrowserWindow, form: ConnectionForm): Promise<boolean> => {
  const file = form.kind === 'link' ? parseConnectionLink(form.link) : form.kind === 'file' ? parseConnectionFile(form.text) : undefined
  if (!file) return false
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: `Connect to “${file.name}”?`,
    detail: `Its address is ${file.baseUrl}. From then on pictures and questions go there. You will be asked to allow access in your browser.`,
    buttons: ['Connect', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
  })
  return response === 0
}

/** Does what a link or connection file asks for; what goes wrong is shown. */
export const takeHandedOver = async (given: HandedOver, core: Core, window: BrowserWindow): Promise<void> => {
  try {
    if (given.kind === 'sign-in-answer') return await core.completeSignIn(given.url)
    const form = await readConnection(given)
    if (!(await confirm(window, form))) return
    const client = createRouterClient(core.router)
    await client.session.connect(form)
    await client.session.signIn({ openBrowser: true })
  } catch (error) {
    const { message, action } = toAppError(error)
    await dialog.showMessageBox(window, { type: 'warning', message, detail: action })
  }
}
