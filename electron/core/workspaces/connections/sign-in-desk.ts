import { AppError } from '../../../../shared/base/errors.ts'
import type { WaitingSignIn } from '../../../../shared/workspaces/workspaces.ts'
import type { Session, SignInOptions } from '../../service/session/session-types.ts'
import type { LiveWorkspace } from './live-workspace.ts'

type Ports = {
  readonly openBrowser: (url: string) => Promise<void>
  /** The authorize address, for a person to open. */
  readonly showAuthorizeUrl: (url: string) => void
  readonly onChange: () => void
  /** A person has answered in the browser, or the sign-in failed there: what comes next is here. */
  readonly onAnswered?: (() => void) | undefined
}

type Waiting = { readonly session: Session; readonly controller: AbortController; readonly done: Promise<void>; view: WaitingSignIn }

/** The options of a sign-in; see `SignInOptions`. */
type Asked = Pick<SignInOptions, 'openBrowser' | 'scopes' | 'asAnotherUser'>

export type SignInDesk = ReturnType<typeof createSignInDesk>

/** The only pending sign-in of all workspaces, because redirect ports are shared. A newer one ends the earlier. */
export const createSignInDesk = ({ openBrowser, showAuthorizeUrl, onChange, onAnswered }: Ports) => {
  let waiting: Waiting | null = null

  const requireWaiting = (): Waiting => {
    if (!waiting) throw new AppError('sign-in-failed', { kind: 'no-sign-in-waiting' })
    return waiting
  }

  return {
    waiting: (): WaitingSignIn | null => waiting?.view ?? null,

    /** Resolves when signed in. Throws as `Session.signIn` does: `cancelled` when a person or a newer sign-in ended it. */
    run: async ({ connection, session }: LiveWorkspace, { openBrowser: wantsBrowser, ...asked }: Asked): Promise<void> => {
      // Another may have started while the earlier one ended.
      while (waiting) {
        waiting.controller.abort(new AppError('cancelled', { kind: 'sign-in-replaced' }))
        await waiting.done.catch(() => undefined)
      }
      const controller = new AbortController()
      const done = session.signIn({
        openBrowser: wantsBrowser,
        ...asked,
        signal: controller.signal,
        onAuthorizeUrl: (url, wasOpened) => {
          mine.view = { ...mine.view, url, wasOpened }
          showAuthorizeUrl(url)
          onChange()
        },
      })
      const view: WaitingSignIn = { connectionId: connection.id, name: connection.name, url: null, wasOpened: false }
      const mine: Waiting = { session, controller, done, view }
      waiting = mine
      onChange()
      try {
        await done
        onAnswered?.()
      } catch (error) {
        if (!controller.signal.aborted) onAnswered?.()
        throw error
      } finally {
        if (waiting === mine) waiting = null
        onChange()
      }
    },

    /** Passes the browser's redirect address. Throws `sign-in-failed` if it is not the expected one. */
    complete: (url: string): Promise<void> => requireWaiting().session.completeSignIn(url),

    reopen: async (): Promise<void> => {
      const found = requireWaiting()
      if (found.view.url === null) return
      await openBrowser(found.view.url).catch((cause: unknown) => {
        throw new AppError('sign-in-failed', { kind: 'browser-not-reopened' }, { cause })
      })
      found.view = { ...found.view, wasOpened: true }
      onChange()
    },

    /** Ends the pending sign-in, or only one of this connection. Resolves when it has ended. */
    cancel: async (connectionId?: string): Promise<void> => {
      if (!waiting || (connectionId !== undefined && waiting.view.connectionId !== connectionId)) return
      const { controller, done } = waiting
      controller.abort(new AppError('cancelled', { kind: 'sign-in-cancelled' }, { kept: 'queue' }))
      await done.catch(() => undefined)
    },
  }
}
