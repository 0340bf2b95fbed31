import { z } from 'zod'
import { call } from '../base/call.ts'
import { errorRecord } from '../base/error-record.ts'
import { clientCheck, clientDetails } from './workspaces.ts'

/** An admin’s making of a connection file: the OAuth client is tried before the file is handed out. */
export const clientsContract = {
  /** Checks an admin's input: the details, the discovery document, each redirect, the secret. */
  check: call.input(clientDetails).output(clientCheck),
  /** Signs in with it and revokes the access at once; `notGivenBack`: why that failed. Nothing is stored or changed. */
  try: call
    .input(clientDetails.extend({ openBrowser: z.boolean() }))
    .output(z.object({ scope: z.string().nullable(), notGivenBack: errorRecord.nullable() })),
}
