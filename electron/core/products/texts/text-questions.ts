import type { ListQuestion } from '../../../../shared/products/products.ts'
import type { Moment } from '../ledger/facts.ts'
import { type ListState, textOf } from '../ledger/fold-facts.ts'
import { ageOf } from '../ledger/judge-age.ts'
import { type Circumstances, whyAsk } from '../ledger/when-to-ask.ts'

/** For this long after a change, a text without it may be older than the change. Milliseconds. */
const settlingMs = 60_000

/**
 * Why a person must say whether to replace a text; `null`: our record counts. A request of ours without an answer is no reason: whichever of
 * the two texts is there, both are known.
 */
export const whyAskText = (state: ListState, circumstances: Circumstances): Exclude<ListQuestion, 'no-answer'> | null => {
  const why = whyAsk({ ...state, pending: [] }, circumstances)
  return why === 'no-answer' ? null : why
}

/** False while a request of another job may have changed the text: then it isn't known to be the same. `jobId`: the job that asks. */
export const isTextCertain = ({ pending }: ListState, jobId: string | null): boolean => pending.every((one) => one.jobId === jobId)

/** True if the attribute is a list, such as that of the pictures: a text would replace all of it. */
export const holdsList = ({ text, ids, basis, pending }: ListState): boolean =>
  text === undefined && (ids.length > 0 || pending.length > 0 || (basis !== null && basis.origin !== 'created'))

/** True if a text that was read may be from before our last change. */
export const isTextOlder = (state: ListState, read: string, now: Moment): boolean =>
  state.text !== undefined &&
  state.basis !== null &&
  state.basis.origin !== 'stated' &&
  read !== textOf(state) &&
  read === state.text.previous &&
  ageOf(state.basis.at, now) < settlingMs

/** As it is compared where a service keeps a text in other words: without space, and in one Unicode form. */
const inOneForm = (text: string): string => text.normalize('NFC').replaceAll(/\s/g, '')

/**
 * True if a text in an answer is what became of the one that was sent. Services may show what was there before the request instead. `before`: what was
 * certain to be there; `null`: nothing was. Then only the sent text itself counts, spelled otherwise or shortened.
 */
export const showsWhatWasSent = ({ pending }: ListState, sent: string, shown: string, before: string | null): boolean => {
  if (before !== null) return shown !== before && pending.every(({ ids }) => ids[0] !== shown)
  const [whole, kept] = [inOneForm(sent), inOneForm(shown)]
  return kept === '' ? whole === '' : whole.startsWith(kept)
}
