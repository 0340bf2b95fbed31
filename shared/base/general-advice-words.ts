import type { ErrorCode } from './errors.ts'

const checkNetwork = 'Check the network. Work resumes automatically when the workspace can be reached.'

const automatic = 'Packshot tries again automatically.'

const newFile = 'Ask the workspace’s admin for a new connection file.'

/** What is cut off or empty was often not copied or downloaded to its end. */
const exportAgain = 'Copy, download or export the picture again, then add it.'

/**
 * What a person can do about each kind of error, unless the failure itself says something better. Speaks to the window and the command
 * alike; the command adds how it is typed (electron/cli/command-hints.ts).
 */
export const generalActions: Readonly<Record<ErrorCode, string>> = {
  offline: checkNetwork,
  unreachable: checkNetwork,
  'proxy-password': 'Enter the proxy’s user name and password. Work then resumes automatically.',
  timeout: automatic,
  'rate-limited': 'Work resumes automatically when the service allows it.',
  'service-failed': 'Packshot tries again automatically. If this continues, tell the workspace’s admin.',
  'bad-answer': 'Check the workspace’s address. The server there does not look like the service.',
  'odd-answer': 'Packshot does not know this form of answer. Show it to the workspace’s admin, with the diagnostics.',
  'signed-out': 'Sign in. Work then resumes.',
  'session-ended': 'Sign in again. Work then resumes.',
  unauthorized: 'Sign in again, or ask the workspace’s admin whether this operation is allowed.',
  'not-allowed': 'Ask the workspace’s admin to allow it, then retry.',
  'payment-required': 'Ask the workspace’s admin about its plan, then retry.',
  rejected: 'Correct what the service names, then retry.',
  'source-gone': 'Upload the pictures again, or attach the rest without them.',
  'not-found': 'Check the id, then retry or cancel.',
  'too-large': 'Use a smaller file.',
  uncertain: 'Check in the workspace whether it was done, then choose.',
  'not-shown-yet': automatic,
  'no-connection': 'Connect a workspace, or try the sample workspace.',
  'invalid-address': 'Use an https address (http only on this computer).',
  'invalid-connection-file': newFile,
  'invalid-client': newFile,
  'redirect-not-registered': 'Ask the workspace’s admin to register the redirect address named here.',
  'sign-in-refused': 'Start again and allow access in the browser.',
  'sign-in-timeout': 'Start the sign-in again.',
  'sign-in-failed': 'Start the sign-in again. If it fails again, ask the workspace’s admin.',
  'redirect-ports-busy': 'Close the program that uses the port, then sign in again.',
  'keychain-unavailable': 'Install or unlock the system’s keychain. Until then secrets are kept for one run only.',
  'keychain-locked': 'Unlock the system’s keychain and try again.',
  'file-missing': 'Put the file back and add it again.',
  'file-unreadable': 'Allow reading it, then add it again.',
  'file-changed': 'Add the original file again; the damaged copy is not sent.',
  'empty-file': exportAgain,
  'unsupported-format': 'Export it as PNG or JPEG, then add it.',
  'damaged-image': exportAgain,
  'too-many-pixels': 'Scale it down to at most 100 megapixels, then add it.',
  'file-too-large': 'Save a smaller version, then add it.',
  'image-process-failed': 'Add the picture again. If it fails again, the file may be malicious or this computer low on memory.',
  'no-address': 'Choose in the workspace’s settings how questions reach pictures, then retry.',
  'bucket-failed': 'Questions are retried automatically. If this continues, check the network and the bucket’s address.',
  'bucket-refused': 'Correct the bucket’s settings or keys (in Settings, or with “packshot publishing”). Questions then resume.',
  'depends-on-failed': 'Fix the failed uploads, or continue with the rest.',
  'disk-full': 'Free some disk space. Work then resumes.',
  'disk-failed': 'Check the disk and its connection, then start Packshot again.',
  'data-folder-in-use': 'Close the other Packshot, or wait until it has finished.',
  'data-newer': 'Install the newer Packshot that wrote it.',
  'data-older':
    'Rename the data folder, or choose another with --data-dir. Then start again and add your pictures; the renamed folder keeps its copies in “originals”.',
  'data-corrupt': 'See the message for what was restored and what to check.',
  'read-only': 'Close the other Packshot that uses the data folder, then try again.',
  usage: 'Correct it and try again.',
  'unknown-id': 'Check the current state, then try again.',
  'current-unknown': 'Say what the product shows now.',
  'current-contradicts': 'For each of these, say whether to keep it or that it was removed in the workspace.',
  cancelled: 'Ask again if you still need it.',
  internal: 'Try again. If it happens again, please report it with the diagnostics.',
}
