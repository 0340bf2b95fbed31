import { join } from 'node:path'
import electronLog from 'electron-log/node'
import { leaveOutAnnounced } from '../base/network/redact-secrets.ts'

const largestBytes = 2 * 1024 * 1024

/** Fields that must never be logged, at any place in an event. */
const secrets = [/\b(Bearer |Basic )[\w.~+/=-]+/gi, /([?&](?:code|state|secret)=)[^\s"&]+/gi]

const named = {
  name: /(?:access_token|refresh_token|client_secret|clientSecret|apiKey|x-api-key|code_verifier)/gi,
  value: /[^\s"&,}\\]/,
  least: 1,
  isAssigned: true,
}

export const redact = (text: string): string =>
  leaveOutAnnounced(
    secrets.reduce((left, pattern) => left.replace(pattern, '$1…'), text),
    [named],
  )

/** Where the log is; the file before it is beside it, named `packshot.old.log`. */
export const logFile = (dataFolder: string): string => join(dataFolder, 'logs', 'packshot.log')

/** A log of events as lines of JSON, without secrets, rotated at 2 MB. */
export const openLog = (dataFolder: string): ((event: Readonly<Record<string, unknown>>) => void) => {
  const log = electronLog.create({ logId: 'packshot' })
  log.transports.console.level = false
  log.transports.file.resolvePathFn = () => logFile(dataFolder)
  log.transports.file.maxSize = largestBytes
  log.transports.file.format = '{iso} {text}'
  return (event) => log.info(redact(JSON.stringify(event)))
}
