import { arch, cpus, homedir, release, totalmem, userInfo } from 'node:os'
import { isAbsolute } from 'node:path'
import { describeError } from '../../../../shared/base/describe-error.ts'
import type { ErrorRecord } from '../../../../shared/base/errors.ts'
import type { Journal } from '../../base/database/journal.ts'
import { schemaVersion } from '../../base/database/migrations.ts'
import type { SecretStore } from '../../base/keychain/secret-store.ts'
import type { Files } from '../../base/platform/files.ts'
import type { SettingsStore } from '../../base/settings/settings-store.ts'
import type { ImageStore } from '../../pictures/library/picture-store.ts'
import type { Scheduler } from '../../queue/scheduler.ts'
import { listOddAnswers, oddAnswersFolder } from '../../service/calls/keep-odd-answer.ts'
import type { ActiveConnection } from '../../workspaces/connections/active-connection.ts'
import type { ConnectionStore } from '../../workspaces/connections/connection-store.ts'

type Context = {
  readonly ports: { readonly files: Files; readonly dataFolder: string }
  readonly journal: Pick<Journal, 'all'>
  readonly connections: Pick<ConnectionStore, 'active'>
  readonly active: Pick<ActiveConnection, 'get'>
  readonly getSecrets: () => Promise<{ readonly store: SecretStore; readonly reason?: ErrorRecord }>
  readonly scheduler: Pick<Scheduler, 'listHolds'>
  readonly images: Pick<ImageStore, 'count'>
  readonly settings: Pick<SettingsStore, 'get'>
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`

/** Text without the person's name and home folder, as paths have them. */
const withoutPerson = (text: string): string => {
  let name = ''
  try {
    name = userInfo().username
  } catch {
    // There may be no such user, in a container.
  }
  const home = homedir()
  const hidden = home.length > 1 ? text.replaceAll(home, '~') : text
  return name.length > 2 ? hidden.replaceAll(name, '…') : hidden
}

const describeDiscovery = (discovery: string | null): string => {
  if (discovery === null) return ''
  return discovery === 'found' ? 'discovery document found, ' : `documented sign-in paths, since the discovery document is ${discovery}, `
}

const count = (rows: readonly Record<string, unknown>[]): string => rows.map((row) => `${row.what} ${row.n}`).join(', ') || 'none'

/** Files that hold what could not be understood; only their names, since they quote a service. */
const describeOddAnswers = async ({ files, dataFolder }: Context['ports']): Promise<string> => {
  const names = await listOddAnswers(files, dataFolder)
  const latest = names.slice(-3).reverse().join(', ')
  return names.length === 0
    ? 'Answers that could not be read: none'
    : `Answers that could not be read: ${names.length}, kept without secrets in the data folder’s ${oddAnswersFolder}; the latest: ${latest}`
}

/**
 * Facts for a report, as text: no secret, no address of a workspace, no name or path of a picture, nothing of the person's home. Words of
 * a service are left out, since they may quote any of these.
 */
export const describeCore = async (context: Context): Promise<string> => {
  const { ports, journal, connections, active, getSecrets, scheduler, images, settings } = context
  const connection = connections.active()
  const { store, reason } = await getSecrets()
  const { theme, atOnce } = settings.get()
  const folder = withoutPerson(ports.dataFolder)
  const versions = process.versions as NodeJS.ProcessVersions & { readonly electron?: string; readonly chrome?: string }
  const lines = [
    `System: ${process.platform} ${release()} ${arch()}, ${cpus().length} processors, ${megabytes(totalmem())}`,
    `Runtime: Node ${versions.node}${versions.electron ? `, Electron ${versions.electron}, Chromium ${versions.chrome}` : ''}, SQLite ${versions.sqlite ?? '?'}`,
    `Memory: ${megabytes(process.memoryUsage.rss())}, running for ${Math.round(process.uptime())} s`,
    `Data: schema ${schemaVersion}, ${isAbsolute(folder) ? 'outside the home folder' : folder}`,
    `Pictures: ${images.count()}; refused: ${count(journal.all("SELECT problem ->> '$.code' AS what, count(*) AS n FROM refusals GROUP BY what"))}`,
    `Jobs: ${count(journal.all("SELECT operation || ' ' || state AS what, sum(jobs) AS n FROM job_counts WHERE jobs > 0 GROUP BY 1 ORDER BY 1"))}`,
    `Set aside: ${count(journal.all("SELECT status ->> '$.reason.code' AS what, count(*) AS n FROM jobs WHERE state = 'parked' GROUP BY 1"))}`,
    `Holds: ${
      scheduler
        .listHolds()
        .map((one) => [one.kind, one.operation, one.reason?.code].filter(Boolean).join(' '))
        .join(', ') || 'none'
    }`,
    connection
      ? `Connection: ${connection.isSample ? 'sample workspace' : 'workspace'}, ${new URL(connection.baseUrl).protocol.slice(0, -1)}, ${connection.credentials.kind}, session ${active.get()?.session.state().kind ?? 'not restored'}, ${describeDiscovery(active.get()?.session.discovery() ?? null)}pictures by ${connection.publishing.kind}, rates ${JSON.stringify(connection.rates)}${connection.serviceAppends ? ', appends' : ''}`
      : 'Connection: none',
    `Secrets: in ${store.storage}${reason ? ` (${withoutPerson(describeError(reason).message)})` : ''}`,
    await describeOddAnswers(ports),
    `Settings: theme ${theme}, ${atOnce} at once`,
  ]
  return `${lines.join('\n')}\n`
}
