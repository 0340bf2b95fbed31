import type { ErrorWords } from '../base/error-words.ts'
import type { ErrorRecord } from '../base/errors.ts'
import { labels } from '../base/label-words.ts'
import { formatCount } from '../base/number-words.ts'
import type { OtherSourceKind } from '../queue/operations.ts'
import type { AskingFailure } from './asking-failures.ts'

const wholeAddress = 'Enter a whole web address that begins with https:// or http://.'
const knowledgeId = 'Choose an item, or enter its ID as the workspace shows it.'

const emptySources: Readonly<Record<OtherSourceKind, { readonly message: string; readonly action: string }>> = {
  text: { message: 'The text is empty.', action: 'Enter the text of the source.' },
  url: { message: 'The web address is empty.', action: wholeAddress },
  knowledge: { message: 'The ID of the knowledge item is empty.', action: knowledgeId },
}

/** A source can't be edited: what the service names is corrected in a new one, or in the workspace. */
const refusedSources: Readonly<Record<OtherSourceKind, string>> = {
  text: 'Remove it from the list and create a corrected one, or retry if the workspace has changed.',
  url: 'Remove it from the list and create it with the right address; or retry, if the workspace has changed.',
  knowledge: 'Add the item in the workspace and retry; or remove it from the list and create it with the right ID.',
}

const unfetched: Readonly<Record<'data' | 'base-url', string>> = {
  'base-url': 'Check that the picture is at its address, under exactly its file name, and can be fetched without signing in, then retry.',
  data: 'If the workspace does not accept pictures inside questions, choose another way in Settings or with “packshot publishing”, then retry.',
}

const tooLong = (what: string, { length, limit }: { readonly length: number; readonly limit: number }): string =>
  `${what} may have ${formatCount(limit)} characters; this one has ${formatCount(length)}.`

export const askingErrors: ErrorWords<AskingFailure<ErrorRecord>> = {
  'question-empty': () => 'The question is empty.',
  'question-too-long': (facts) => tooLong('A question', facts),
  'edited-answer-too-long': (facts) => tooLong('An answer', facts),
  'answer-changed': ({ text }) => ({
    message:
      text === '' ? 'The answer was emptied since you opened it.' : `The answer was changed since you opened it. It is now “${text}”.`,
    action: 'Save again to replace it, or cancel to keep it.',
  }),
  'answer-unknown': ({ jobId }) => ({
    message: `There is no answer of ${jobId}.`,
    action: 'Each answer is named by the job that asked: see the list of answers.',
  }),
  'answer-of-other-workspace': ({ jobId }) => ({
    message: `The answer of ${jobId} is another workspace’s, and its voices are too.`,
    action: 'Switch to that workspace, then try again.',
  }),
  'answer-gone': () => ({ message: 'The answer to rewrite no longer exists.', action: 'Cancel this, or ask again.' }),
  'instruction-too-long': (facts) => tooLong('An instruction', facts),
  'voice-ambiguous': ({ voice, ids }) => ({
    message: `${formatCount(ids.length)} brand voices are called “${voice}”.`,
    action: `Name one by its ID: ${ids.slice(0, 5).join(', ')}.`,
  }),
  'voice-unknown': ({ voice }) => ({
    message: `There is no brand voice “${voice}”.`,
    action: 'Choose one of those in the list; it may need to be read again.',
  }),
  'voices-not-loaded': () => ({
    message: 'The brand voices of this workspace were not loaded yet.',
    action: 'Read them once while the workspace can be reached, then try again.',
  }),
  'writing-refused': ({ voice, because }, tell) => ({
    message: tell.cause(because),
    action: `If the brand voice “${voice}” was removed, write with another one and cancel this; else correct what the service names, then retry.`,
  }),
  'written-text-empty': () => ({
    message: 'The service answered with an empty text. The answer is kept as it is.',
    action: 'Retry, or write with another brand voice or instruction.',
  }),
  'source-empty': ({ source }) => emptySources[source],
  'source-text-too-long': ({ bytes, limit }) => ({
    message: `The text is too long: ${(bytes / limit).toFixed(2)} MB of at most 1 MB.`,
    action: labels.shortenText,
  }),
  'not-web-address': ({ typed, lacks }) => ({
    message: `“${typed}” is not ${lacks === 'form' ? 'a web address' : 'an http or https address'}.`,
    action: wholeAddress,
  }),
  'web-address-with-password': () => ({
    message: 'The web address contains a user name or a password.',
    action: 'Use an address that can be opened without signing in.',
  }),
  'web-address-too-long': ({ length, limit }) => ({
    message: `The web address is too long: ${length} of at most ${limit} characters.`,
    action: 'Use a shorter address.',
  }),
  'not-knowledge-id': ({ typed }) => ({ message: `“${typed}” is not an ID.`, action: knowledgeId }),
  'no-knowledge-path': () => ({ message: 'This connection has no path for listing knowledge items.', action: 'Enter the item’s ID.' }),
  'knowledge-timeout': ({ seconds }) => ({
    message: `The workspace did not answer within ${seconds} seconds.`,
    action: 'Try again, or enter the item’s ID.',
  }),
  'source-not-listed': () => 'This source is no longer in the list.',
  'source-value-gone': () => 'This source is no longer known.',
  'source-refused': ({ source, because }, tell) => ({ message: tell.cause(because), action: refusedSources[source] }),
  'source-row-lost': ({ ref }) => `The source ${ref} or its job can’t be found.`,
  'picture-not-fetched': ({ way, because }, tell) => ({ message: tell.cause(because), action: unfetched[way] }),
  'picture-not-fetched-from-bucket': ({ host, because }, tell) => ({
    message: tell.cause(because),
    action: `Check that ${host} can be reached from the internet, not from your network only, then retry.`,
  }),
}
