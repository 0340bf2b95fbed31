import type { ErrorWords } from './error-words.ts'
import { labels } from './label-words.ts'
import type { NetworkFailure } from './network-failures.ts'
import { adviseUnreachable, noAnswerWords, unusableAddressWords, whyUnreachable } from './network-words.ts'

const proxyName = (proxy: string | null): string => (proxy === null ? labels.networkProxy : `The proxy ${proxy}`)

const checkNetwork = 'Check the network and the workspace’s address, then try again.'

export const networkErrors: ErrorWords<NetworkFailure> = {
  'address-unusable': ({ address, rule }) => `${unusableAddressWords(address, rule)}.`,
  'leads-inside': ({ address, to }) => ({
    message: `${address} leads to ${to}, an address inside your own network. It wasn’t followed.`,
    action: 'If you trust it, open the address in a browser, save the picture and add the file.',
  }),
  'leads-nowhere': ({ address }) => ({
    message: `${address} doesn’t lead to a picture: it redirects too often, or away from the web.`,
    action: labels.checkAddress,
  }),
  'port-blocked': ({ host }) => ({
    message: `The port in ${host} is blocked for web addresses.`,
    action: 'Use an address with another port, or ask the workspace’s admin for one.',
  }),

  'proxy-asks': ({ proxy, hadPassword }) =>
    `${proxyName(proxy)} ${hadPassword ? 'rejected the saved user name and password' : 'requires a user name and password'} (407), so nothing was sent.`,
  'proxy-refused': ({ proxy, status }) => ({
    message: `${proxyName(proxy)} refused the connection (${status}), so nothing was sent.`,
    action: 'Ask whoever runs the network to allow the workspace’s address, then try again.',
  }),
  'proxy-password-wrong': ({ proxy }) => ({
    message: `The proxy ${proxy} does not accept this name and password (407).`,
    action: 'Check them, then try again.',
  }),
  'proxy-name-unusable': () => 'A proxy is named as host:port, such as proxy.example:8080.',
  'proxy-user-unusable': () => 'The name is empty, or has characters that a name for a proxy can’t have.',
  'proxy-password-unusable': () => 'The password has characters that it can’t have, or is too long.',
  'proxy-setting-unusable': () => ({
    message: 'The proxy set on this computer for the workspace can’t be used.',
    action: 'Correct the system’s proxy settings (HTTPS_PROXY for the command), then try again.',
  }),

  'request-cancelled': () => 'The request was cancelled on this computer.',
  'workspace-unreachable': ({ networkCode }) => {
    const action = adviseUnreachable(networkCode)
    return { message: `${noAnswerWords(networkCode)}.`, ...(action === undefined ? {} : { action }) }
  },
  'host-unreachable': ({ host, networkCode }) => ({
    message: `${host} can’t be reached: ${whyUnreachable(networkCode)}.`,
    action: adviseUnreachable(networkCode) ?? checkNetwork,
  }),
  'host-silent': ({ host, seconds }) => ({ message: `${host} did not answer within ${seconds} seconds.`, action: checkNetwork }),
  'certificate-untrusted': ({ networkCode }) => ({
    message: `The workspace’s certificate is not trusted (${networkCode}), so nothing was sent.`,
    action: 'Check the address, the network and this computer’s clock, or ask the workspace’s admin about its certificate.',
  }),
  'tls-failed': ({ networkCode }) => `No secure connection (TLS, certificate) could be made (${networkCode}).`,
  'not-http': () => 'The server at the workspace’s address does not speak HTTP correctly.',
  'request-unsendable': ({ networkCode }) => `The request could not be made (${networkCode}).`,
  'no-answer-in-time': () => 'The service did not answer in time.',
  'connection-lost': () => 'The workspace could no longer be reached in the middle of a request.',
  'upload-stalled': () => 'The service stopped taking the picture in the middle.',
  'answer-unfinished': () => 'The service did not finish its answer in time.',
  'service-answer-too-long': () => 'The service’s answer is far too long.',
}
