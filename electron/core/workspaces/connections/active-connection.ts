import type { Connection } from '../../../../shared/workspaces/connection.ts'
import type { SecretStore } from '../../base/keychain/secret-store.ts'
import type { Platform } from '../../base/platform/platform.ts'
import type { Workplace } from '../../queue/scheduler.ts'
import { createOddAnswerKeeper } from '../../service/calls/keep-odd-answer.ts'
import { createPacers } from '../../service/pace/pacers.ts'
import type { Session } from '../../service/session/session-types.ts'
import type { RunningSampleWorkspace } from '../sample/running-sample.ts'
import { sampleFolder } from '../sample/sample-owner.ts'
import { createSampleProcess } from '../sample/sample-process.ts'
import { type LivePorts, type LiveWorkspace, openLiveWorkspace } from './live-workspace.ts'
import type { WorkspacePorts } from './workspace-ports.ts'

type Ports = Pick<Platform, 'random'> &
  Pick<WorkspacePorts, 'dataFolder' | 'startSampleWorkspace'> &
  Omit<LivePorts, 'pacers' | 'keepOddAnswer'> & {
    /** It is listening; its waiting work resumes when this resolves. */
    readonly onSampleUp: (connectionFile: string, move: MoveConnection) => Promise<void>
    readonly onSampleDeath: (how: string) => void
    /** Another connection is the active one. */
    readonly onUse: () => void
  }

/** Reopens a known connection at its current address. Requests running at the old address end there. */
export type MoveConnection = (connection: Connection, secrets: SecretStore) => Promise<void>

export type ActiveConnection = ReturnType<typeof createActiveConnection>

/**
 * The open connections, each with its session and client, and the one the queue works for. A switch ends nothing: work
 * running for one workspace ends with its own credentials. The sample workspace's process starts when first needed.
 */
export const createActiveConnection = (ports: Ports) => {
  const livePorts: LivePorts = { ...ports, pacers: createPacers(ports), keepOddAnswer: createOddAnswerKeeper(ports) }
  const open = new Map<string, LiveWorkspace>()
  const opening = new Map<string, Promise<LiveWorkspace>>()
  /** Replaced sessions, whose requests may still be running. */
  const replaced = new Set<Session>()
  let activeId: string | null = null
  let trial: LiveWorkspace | null = null

  const move: MoveConnection = async (connection, secrets) => {
    const { id } = connection
    await opening.get(id)?.catch(() => undefined)
    const earlier = open.get(id)
    if (!earlier) return
    // Both would use the same refresh token.
    await earlier.session.stop()
    open.set(id, await openLiveWorkspace(connection, secrets, livePorts))
    ports.onSessionChange()
  }
  const sample = createSampleProcess({
    start: () => ports.startSampleWorkspace(sampleFolder(ports.dataFolder)),
    onUp: ({ connectionFile }) => ports.onSampleUp(connectionFile, move),
    onDeath: ports.onSampleDeath,
  })

  const get = (): LiveWorkspace | null => (activeId === null ? null : (open.get(activeId) ?? null))

  /** Opens a connection, or returns the open one, updated to this value. */
  const openOne = async (connection: Connection, secrets: SecretStore): Promise<LiveWorkspace> => {
    const { id } = connection
    if (!open.has(id)) {
      const begun = opening.get(id) ?? openLiveWorkspace(connection, secrets, livePorts)
      opening.set(id, begun)
      try {
        const opened = await begun
        if (!open.has(id)) open.set(id, opened)
      } finally {
        opening.delete(id)
      }
    }
    const found = open.get(id) as LiveWorkspace
    const isSame = JSON.stringify(found.connection) === JSON.stringify(connection)
    const current = isSame ? found : found.withConnection(connection)
    open.set(id, current)
    return current
  }

  return {
    ensureSample: (): Promise<RunningSampleWorkspace> => sample.ensure(),
    isSampleUp: sample.isUp,
    /** Ends its process; `ensureSample` starts it again. */
    stopSample: sample.stop,
    /** The active one. */
    get,
    /** All that are open. */
    sessions: (): readonly Session[] => [...open.values()].map(({ session }) => session),
    /** The connection being tested: not confirmed yet, so no job is assigned to it. */
    trial: (): LiveWorkspace | null => trial,
    workplace: (): Workplace | null => get()?.place ?? null,
    open: openOne,
    /** Opens an unsaved connection; the caller closes it. */
    openAside: (connection: Connection, secrets: SecretStore): Promise<LiveWorkspace> => openLiveWorkspace(connection, secrets, livePorts),
    /** Makes this connection the active one. */
    use: async (connection: Connection, secrets: SecretStore): Promise<LiveWorkspace> => {
      const current = await openOne(connection, secrets)
      activeId = connection.id
      ports.onUse()
      return current
    },
    move,
    /** Opens a connection beside the active one. */
    try: async (connection: Connection, secrets: SecretStore): Promise<LiveWorkspace> => {
      const earlier = trial
      trial = null
      await earlier?.session.stop()
      trial = await openLiveWorkspace(connection, secrets, livePorts)
      return trial
    },
    /** Ends the trial: it becomes active, and replaces the one open under its id. */
    keepTrial: (connection: Connection): void => {
      if (!trial) return
      const earlier = open.get(connection.id)
      if (earlier) replaced.add(earlier.session)
      open.set(connection.id, trial.withConnection(connection))
      activeId = connection.id
      trial = null
      ports.onUse()
    },
    dropTrial: async (): Promise<void> => {
      const dropped = trial
      trial = null
      await dropped?.session.stop()
    },
    /** Closes a connection; if it was active, none is active afterwards. */
    forget: async (id: string): Promise<void> => {
      const found = open.get(id)
      open.delete(id)
      if (activeId === id) activeId = null
      await found?.session.stop()
    },
    stop: async (): Promise<void> => {
      const sessions = [...[...open.values()].map(({ session }) => session), ...replaced, ...(trial ? [trial.session] : [])]
      open.clear()
      activeId = null
      trial = null
      await Promise.all(sessions.map((session) => session.stop()))
      await sample.stop()
    },
  }
}
