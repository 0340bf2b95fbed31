import type { ErrorWords } from '../base/error-words.ts'
import { countOf } from '../base/number-words.ts'
import type { FollowedListsFailure } from './followed-lists-failures.ts'

const again = 'Packshot tries again by itself.'
const stays = 'The earlier list counts.'
const seconds = (ms: number): string => countOf(Math.round(ms / 1_000), 'second')

export const followedListsErrors: ErrorWords<FollowedListsFailure> = {
  'followed-unknown': () => ({ message: 'This list is no longer followed.', action: 'Import it again to follow it.' }),
  'followed-without-source': () => ({
    message: 'Packshot doesn’t know where this list is from, so it can’t be followed.',
    action: 'Import it from a file or an address, then follow it.',
  }),
  'followed-rhythm-of-file': () => ({
    message: 'An address doesn’t tell when its list has changed.',
    action: 'Choose every hour, every day, or by hand.',
  }),
  'followed-version-over': ({ name }) => ({
    message: `“${name}” has changed again. ${stays}`,
    action: 'Look at the new changes, then decide.',
  }),
  'followed-version-gone': ({ name }) => ({
    message: `Packshot’s copy of the new “${name}” is gone. ${stays}`,
    action: 'Check the list again.',
  }),
  'followed-headers-gone': ({ name, headers }) => ({
    message: `“${name}” no longer has the ${headers.length === 1 ? 'column' : 'columns'} ${headers.map((one) => `“${one}”`).join(', ')}. ${stays}`,
    action: 'Restore its headers, or import it again and follow that.',
  }),
  'followed-file-changing': ({ name }) => ({
    message: `“${name}” is being saved right now. ${stays}`,
    action: 'Check it again in a moment.',
  }),
  'list-address-unusable': ({ why }) =>
    why === 'no-user'
      ? {
          message: 'The address contains a user name or password, which would be stored with it.',
          action: 'Use a link that needs no sign-in.',
        }
      : {
          message: why === 'https-only' ? 'The address must begin with https.' : 'This is not a web address.',
          action: 'Enter the address of the list, such as https://shop.example/products.csv.',
        },
  'list-address-refused': ({ host, status }) => ({
    message: `${host} answered ${status}. ${stays}`,
    action: `Check the address. ${again}`,
  }),
  'list-address-is-page': ({ host }) => ({
    message: `${host} sent a web page, not a list. It may ask for a sign-in. ${stays}`,
    action: 'Use a link to the file itself that needs no sign-in.',
  }),
  'list-address-leads-away': ({ host, to }) => ({
    message: `${host} leads to ${to}, which is not followed. ${stays}`,
    action: 'Use the address that the list is at now.',
  }),
  'list-address-unreachable': ({ host }) => ({
    message: `${host} can’t be reached. ${stays}`,
    action: `Check the network. ${again}`,
  }),
  'list-address-cut': ({ host }) => ({ message: `The list from ${host} ended in the middle. ${stays}`, action: again }),
  'list-address-silent': ({ host, afterMs }) => ({
    message: `${host} did not send the whole list within ${seconds(afterMs)}. ${stays}`,
    action: again,
  }),
}
