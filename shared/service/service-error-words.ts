import type { ErrorWords } from '../base/error-words.ts'
import type { ServiceFailure } from './service-failures.ts'

type Refused = Extract<ServiceFailure, { kind: 'service-refused' }>
type Odd = Extract<ServiceFailure, { kind: 'service-answer-odd' }>

const whatHappened = ({ status, names }: Refused): string => {
  if (status === 503) return 'The service is not available at the moment'
  if (status >= 500) return 'The service failed'
  switch (status) {
    case 401:
      return 'The service did not accept the sign-in'
    case 402:
      return 'The workspace’s plan does not include this'
    case 403:
      return 'The workspace does not allow this'
    case 404:
      return names === 'product' ? 'The service does not know this product' : 'The service has nothing at this address'
    case 408:
      return 'The service waited too long for the request'
    case 413:
      return 'This is too large for the service'
    case 429:
      return 'The service asks for fewer requests'
    default:
      return 'The service refused this'
  }
}

const askAdmin = 'Ask the workspace’s admin, then try again.'

/** The service's codes don't tell its reasons apart, so the likely ones are named. `undefined`: the general advice says enough. */
const adviseRefusal = ({ status, names, subject, lacksScope, isRenewed }: Refused): string | undefined => {
  if (lacksScope)
    return 'The sign-in lacks a scope. Ask the workspace’s admin to allow the scope “user” on the OAuth client, then sign in again.'
  switch (status) {
    case 401:
      if (!isRenewed) return undefined
      return subject === 'analysis'
        ? 'The sign-in works for other actions. This one may require an API key. Ask the workspace’s admin, then try again.'
        : `The sign-in works for other actions, but may not be allowed to do this. ${askAdmin}`
    case 402:
      return `Likely causes: the workspace has no API subscription, or it has ended or is used up. ${askAdmin}`
    case 403:
      if (subject === 'content') return `Likely causes: the workspace has no API access, or the sign-in lacks the scope “user”. ${askAdmin}`
      return subject === 'analysis'
        ? `Likely causes: the workspace has no API access, its plan has no API subscription, or the sign-in lacks the scope “user”. ${askAdmin}`
        : `Likely causes: the product feature is not enabled for the workspace, it has no API access, or the sign-in lacks the scope “user”. ${askAdmin}`
    case 404:
      return names === 'address' ? 'Check the workspace’s address and paths, then retry.' : undefined
    default:
      return undefined
  }
}

const whatIsOdd = ({ shows, field, status }: Odd): string => {
  switch (shows) {
    case 'page':
      return `A web page answered (${status})`
    case 'unreadable':
      return `The service’s answer cannot be read (${status})`
    case 'empty-field':
      return `The service’s answer (${status}) has an empty “${field}”`
    case 'no-field':
      return `The service’s answer (${status}) has no “${field}”`
  }
}

export const serviceErrors: ErrorWords<ServiceFailure> = {
  'service-refused': (facts) => {
    const said = facts.said === '' ? '' : `: “${facts.said.replace(/\.$/, '')}”`
    const action = adviseRefusal(facts)
    return { message: `${whatHappened(facts)} (${facts.status})${said}.`, ...(action === undefined ? {} : { action }) }
  },
  'service-redirects': ({ status, target }) =>
    `The address sends requests elsewhere (${status}${target === null ? '' : `, to ${target}`}).`,
  'service-answer-empty': ({ status }) => `The service’s answer (${status}) is empty.`,
  'service-answer-odd': (facts) =>
    `${whatIsOdd(facts)}: “${facts.said}”.${facts.keptAs === null ? '' : ` The whole answer is in ${facts.keptAs}, in the data folder.`}`,
  'service-asks-to-wait': ({ seconds }) => ({
    message: `The service asked to wait. The next request can go in ${seconds} s.`,
    action: 'Try again then.',
  }),
  'turn-stopped': () => 'This was stopped.',
  'product-id-unusable': ({ productId }) => `“${productId}” is not a product’s id.`,
  'reading-not-set': () => 'This connection doesn’t say how products are read.',
  'kept-copy-changed': ({ name }) => `“${name}” is no longer what was added: its kept copy has changed. It was not sent.`,
  'kept-copy-gone': ({ name }) => `The kept copy of “${name}” is gone, so it was not sent.`,
  'kept-copy-unreadable': ({ name, errno }) => `The kept copy of “${name}” cannot be read (${errno}), so it was not sent.`,
  'no-room-to-open': ({ name, errno }) => `This computer has no room to open “${name}” now (${errno}).`,
}
