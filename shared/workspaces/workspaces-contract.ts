import { z } from 'zod'
import { call, changing, signingIn, subjects } from '../base/call.ts'
import { revocation, sessionView } from '../service/session-contract.ts'
import { workspaceRow } from './workspaces.ts'

const workspaceId = z.object({ connectionId: z.string() })

/** The workspaces that are connected, and which of them is the active one. */
export const workspacesContract = {
  /** The connected workspaces, in the order they were added. */
  list: call.output(z.array(workspaceRow)),
  switch: changing(...subjects)
    .input(workspaceId)
    .output(sessionView),
  rename: changing('session')
    .input(workspaceId.extend({ name: z.string().min(1).max(200) }))
    .output(sessionView),
  /** Revokes and deletes the access. Its queue is kept until it is connected again, or cancelled; sent work stays sent. */
  forget: changing(...subjects)
    .input(workspaceId.extend({ queue: z.enum(['keep', 'cancel']) }))
    .output(revocation.extend({ cancelled: z.number().int() })),
  /**
   * Lets the browser into the pages of the sample workspace, and opens them there. `address`: to be opened by a person, once and within ten
   * minutes, where no browser could be; it is a secret. Errors: `no-connection`, `offline`.
   */
  openPages: call.output(z.object({ address: z.string().nullable() })),
  disconnect: signingIn(...subjects).output(revocation),
}
