import { departuresWords } from '../../shared/command/command-words.ts'
import type { ConnectionForm } from '../../shared/contract.ts'
import { describeDeparture } from '../../shared/workspaces/offer-departures-words.ts'
import type { Output } from './output.ts'
import type { OpenCore } from './with-core.ts'

type Client = { readonly session: Pick<OpenCore['client']['session'], 'departures'> }

/**
 * Says what a connection file or link changes, before it is used, as the window's dialog does. That a workspace has no limit of requests
 * changes nothing for the person: it is left out.
 */
export const tellDepartures = async (client: Client, form: ConnectionForm, output: Pick<Output, 'note'>): Promise<void> => {
  const all = await client.session.departures(form)
  const departures = all.filter(({ field, value }) => !(field.startsWith('rate.') && value === null))
  if (departures.length > 0) output.note(departuresWords(departures.map(describeDeparture)))
}
