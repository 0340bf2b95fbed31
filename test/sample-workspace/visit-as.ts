import { enterWorkspace } from '../../electron/cli/demo/allow-in-workspace.ts'
import type { TestWorkspace } from './open-test-workspace.ts'

export const formTokenOf = (html: string) => /name="form_token" value="([^"]+)"/.exec(html)?.[1] ?? ''

/** A browser of a visitor who chose this role. */
export const visitAs = async (w: TestWorkspace, role: string) => {
  const entered = await enterWorkspace(await w.enter(`${w.baseUrl}/settings`))
  const html = await entered.page.text()
  const person = new RegExp(`<option value="(usr_[^"]+)"[^>]*>[^<]+, ${role}</option>`).exec(html)?.[1] ?? ''
  const chosen = await fetch(`${w.baseUrl}/settings/who`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: entered.cookie },
    body: new URLSearchParams({ person }),
  })
  const cookie = (chosen.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? ''
  const open = (path: string) => fetch(w.baseUrl + path, { headers: { cookie }, redirect: 'manual' })
  const send = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(w.baseUrl + path, { method: 'POST', redirect: 'manual', headers: { cookie, ...headers }, body: new URLSearchParams(fields) })
  /** Sends a form as its page would. */
  const submit = async (page: string, path: string, fields: Record<string, string> = {}) =>
    send(path, { form_token: formTokenOf(await (await open(page)).text()), ...fields })
  return { cookie, open, send, submit }
}
