import { AppError } from '../../../../shared/base/errors.ts'
import type { AttemptContext, AttemptEnd } from '../../queue/operation.ts'
import { without } from './fold-facts.ts'
import { ageOf } from './judge-age.ts'
import { isBelieved } from './judge-shown-list.ts'
import type { SendPorts, Shipment } from './send-list.ts'

/** For this long after a change, a list without it may be older than the change. */
const settlingMs = 60_000

/**
 * Reads the list before it is replaced, if the connection says how, and records it, so that no question is needed.
 * An unreadable list leaves our record unchanged. Returns the attempt's end if it can't continue.
 */
export const readFirst = async (
  { journal, products: { facts } }: SendPorts,
  { product, productId }: Shipment,
  attribute: string,
  { client, signal, onSilence, turn }: Pick<AttemptContext, 'client' | 'signal' | 'onSilence' | 'turn'>,
): Promise<AttemptEnd | null> => {
  const outcome = await client.readProduct({ productId, attribute }, { signal, onSilence, turn })
  if (outcome.kind === 'failed') return outcome
  const reading = outcome.value
  if (reading.kind === 'gone') {
    const error = new AppError('not-found', { kind: 'product-gone', productId, because: reading.because })
    return { kind: 'failed', error, uncertain: false, choices: ['retry', 'exists'] }
  }
  if (reading.kind !== 'complete') return null
  const isOlder = journal.write(() => {
    const state = facts.read(product.ref, attribute)
    const isRecent = state.basis !== null && state.basis.origin !== 'stated' && ageOf(state.basis.at, facts.now()) < settlingMs
    if (isRecent && !isBelieved(state, reading.ids, { ids: without(state.ids, state.unsent), mode: 'replace' })) return true
    facts.add(product.ref, attribute, { kind: 'shown', ids: reading.ids, isComplete: true })
    const gone = without(without(state.ids, state.unsent), reading.ids)
    if (gone.length > 0) facts.add(product.ref, attribute, { kind: 'gone', ids: gone })
    return false
  })
  if (!isOlder) return null
  const error = new AppError('not-shown-yet', { kind: 'list-behind', productId, attribute }, { kept: 'nothing-sent' })
  return { kind: 'failed', error, uncertain: false }
}
