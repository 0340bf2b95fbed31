import type { ErrorWords } from '../base/error-words.ts'
import type { ErrorRecord } from '../base/errors.ts'
import { fieldRuleWords } from '../base/field-rules-words.ts'
import { labels } from '../base/label-words.ts'
import { countOf } from '../base/number-words.ts'
import { describeTrialEnd } from '../pictures/publishing-words.ts'
import type { CommandFailure, InsteadOfOption, PipedSecret, WaitedFor } from './command-failures.ts'

const secrets: Readonly<Record<PipedSecret, string>> = {
  'api-key': 'API key',
  'client-secret': 'client secret',
  'access-key-secret': 'secret of the access key',
  'proxy-password': 'proxy’s password',
}

const instead: Readonly<Record<InsteadOfOption, string>> = {
  'base-url': 'Say the address of the service with --base-url.',
  'a-setting': 'Name a connection file, or change the connected workspace with “packshot connection --set” or “packshot publishing”.',
  'client-or-key': 'Say either a client or an API key.',
}

/** What was not there when a run's timeout passed, and what to do. */
const waits: Readonly<Record<WaitedFor, { readonly lack: string; readonly action: string }>> = {
  input: { lack: 'Standard input did not end', action: 'Pipe in the connection file, link or key, or use a longer --timeout.' },
  keychain: { lack: 'The system’s keychain did not answer', action: 'Unlock it, then run it again.' },
  workspace: { lack: 'The workspace was not connected', action: 'Run it again with a longer --timeout.' },
  'sign-in': {
    lack: 'The sign-in in the browser was not completed',
    action: 'Run it again with a longer --timeout, and allow access in the browser.',
  },
  revocation: { lack: 'The workspace did not answer', action: 'The access stays valid until it expires.' },
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.)]$/.test(text) ? '' : '.'}`

export const commandErrors: ErrorWords<CommandFailure<ErrorRecord>> = {
  'command-unreadable': ({ said }) => ({ message: sentence(said), action: 'See “packshot --help”.' }),
  'options-exclusive': ({ options }) =>
    options.length === 2 ? `Either ${options.join(' or ')}, not both.` : `Choose one of ${options.join(', ')}.`,
  'options-missing': ({ options }) => `Say ${options.join(' or ')}.`,
  'options-belong-together': ({ options, or }) => `${options.join(' and ')} belong together${or === null ? '' : `, or say ${or}`}.`,
  'options-refused': ({ options, instead: what }) => ({ message: `${options.join(', ')} can’t be used here.`, action: instead[what] }),
  'options-need-api-key': ({ options }) => `${options.join(' and ')} can only be used with --api-key-stdin.`,
  'removed-not-said': () => 'Name the removed items, or say --all.',
  'removed-unknown': ({ named }) => `Nothing that was removed is called ${named}. “packshot removed” lists what was.`,
  'removed-name-shared': ({ named }) => `Several removed items are called ${named}. Use an ID from “packshot removed”.`,
  'rate-unreadable': () => '--rate takes the number of questions a minute that the workspace allows, or none.',
  'timeout-unreadable': () => '--timeout takes a number of seconds.',
  'run-timeout': ({ waitedFor, seconds }) => ({
    message: `${waits[waitedFor].lack} within ${countOf(seconds, 'second')} (--timeout).`,
    action: waits[waitedFor].action,
  }),
  'valid-for-unreadable': () => '--valid-for takes hours or days, such as 12h or 3d: from 1h to 7d.',
  'plan-answer-unknown': ({ option, answers }) => `${option} takes ${answers.join(' or ')}.`,
  'plan-not-named': () => ({ message: 'No plan is named.', action: 'Name one: “packshot plans” lists them.' }),
  'way-of-publishing-unknown': () =>
    'Publish with data, origin, or the https address where your pictures can be fetched. For a bucket use “packshot publishing bucket”.',
  'way-of-connecting-unclear': () => 'Say one of: a connection file or link, --sample, or --base-url.',
  'credentials-not-named': () => 'With --base-url say --client-id ID --client-secret-stdin, or --api-key-stdin.',
  'base-url-not-named': () => 'With --api-key-stdin say --base-url URL, since no workspace was connected before.',
  'bucket-not-named': () => 'A bucket needs --endpoint URL and --bucket NAME.',
  'source-not-named': () => 'Say one of --text T, --text-stdin, --url U and --knowledge ID.',
  'version-not-offered': ({ named }) => ({
    message: `${named} is not a changed file.`,
    action: '“packshot versions” lists them.',
  }),
  'action-unknown': ({ action }) => ({
    message: `Activity has no row ${action} for this workspace.`,
    action: '“packshot activity” lists them.',
  }),
  'versions-options': () => 'Say one of --use, --keep-both and --separate PICTURE.',
  'watch-options': () => 'Name the folder, such as “packshot watch DIR --once”.',
  'different-unnamed': () => 'With --different, name the pictures that show different things.',
  'same-unnamed': () => ({
    message: 'With --same, name the pictures to group again.',
    action: '“packshot similar --apart” lists those that are kept apart.',
  }),
  'picture-not-similar': ({ named }) => ({
    message: `No other picture shows the same as ${named}.`,
    action: '“packshot similar” lists those that do.',
  }),
  'list-needs-sign-in': ({ because }, tell) => ({ message: tell.cause(because), action: 'Sign in to read it.' }),
  'product-not-named': () => 'Say either --product ID or --new NAME.',
  'product-named-by-several': ({ named, products }) => `Several products have “${named}”: ${products.join('; ')}. Say the ID of one.`,
  'proxy-not-named': () => 'No proxy is used. Name one with --host HOST:PORT.',
  'input-secret-too-long': ({ secret }) => `The ${secrets[secret]} on standard input is too long.`,
  'input-secret-missing': ({ secret }) => ({
    message: `The ${secrets[secret]} is expected on standard input, and there was none.`,
    action: 'Pipe it in; a secret on the command line could be seen by others.',
  }),
  'input-connection-too-long': () => 'Standard input is too long for a connection file or link.',
  'input-connection-missing': () => ({
    message: 'A connection file or link is expected on standard input, and there was none.',
    action: 'Pipe it in, for example from the clipboard.',
  }),
  'input-text-too-long': () => ({
    message: 'The text on standard input is longer than 1 MB.',
    action: labels.shortenText,
  }),
  'input-text-undecodable': () => ({
    message: 'Standard input is not valid UTF-8.',
    action: 'Add a picture with “packshot add”; save a text as UTF-8.',
  }),
  'named-connection-file-unreadable': ({ path }) => ({
    message: `The connection file ${path} cannot be read.`,
    action: 'Check the path, or ask the workspace’s admin for the file.',
  }),
  'named-list-unreadable': ({ path }) => ({ message: `The file ${path} can’t be read.`, action: 'Check the path.' }),
  'data-folder-is-file': ({ path }) => ({
    message: `${path} is a file, not a data folder.`,
    action: 'Name a folder with --data-dir or PACKSHOT_DATA_DIR.',
  }),
  'setting-unknown': ({ settings }) => `Say KEY=VALUE with one of: ${settings.join(', ')}.`,
  'setting-value-unknown': ({ setting, values }) => `“${setting}” is ${values.join(', ')}.`,
  'setting-not-a-number': ({ setting, takes }) =>
    takes === 'rate' ? `“${setting}” must be a number, “none”, or empty.` : `“${setting}” must be a whole number, or empty.`,
  'settings-refused': ({ problems }) => `${problems.map(({ field, rule }) => `“${field}” ${fieldRuleWords(rule)}`).join('; ')}.`,
  'no-user-to-change': () => ({
    message: 'This workspace is connected with an API key, without a sign-in.',
    action: 'Connect with another key instead.',
  }),
  'list-id-unlike': ({ id }) => ({
    message: `“${id}” doesn’t look like a source ID of this workspace.`,
    action: `Use --current none for a product without pictures. If it is an ID, use --current ids:${id}.`,
  }),
  'current-unreadable': () => '--current takes none, known, or source IDs with commas between them.',
  'removed-unreadable': () => ({
    message: '--removed names source IDs that are gone, and needs --current with the list as it is now.',
    action: 'Use, for example, --current src_1,src_2 --removed src_3, or --current none --removed src_3.',
  }),
  'client-perhaps-raw': ({ because }, tell) => ({
    message: tell.cause(because),
    action: `If both are right, the service may not decode them: try again with --raw-basic. ${tell.action(because)}`,
  }),
  'pictures-in-questions-refused': ({ end }, tell) => ({
    message: `This workspace does not accept pictures inside questions. ${describeTrialEnd({ end }, tell.cause)}`,
    action: 'Use a bucket (“packshot publishing bucket …”) or an address of your own.',
  }),
  'consent-page-odd': ({ status, lacks }) => `The consent page answered ${status} without a ${lacks}.`,
}
