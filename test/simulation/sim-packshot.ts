import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { createRouterClient, type RouterClient } from '@orpc/server'
import { libraryFile } from '../../electron/core/base/database/library-files.ts'
import { createMemorySecrets } from '../../electron/core/base/keychain/memory-secrets.ts'
import type { SecretStore } from '../../electron/core/base/keychain/secret-store.ts'
import type { Files } from '../../electron/core/base/platform/files.ts'
import type { OpenFolderEvents } from '../../electron/core/base/platform/folder-events.ts'
import type { Platform } from '../../electron/core/base/platform/platform.ts'
import type { Timer } from '../../electron/core/base/platform/timers.ts'
import { type Core, createCore } from '../../electron/core/core.ts'
import { headBytes, identifyFile } from '../../electron/core/formats/kinds/identify-file.ts'
import { usualConcurrency } from '../../electron/core/operations.ts'
import type { Failure } from '../../shared/base/failures.ts'
import { describeRecoveries } from '../../shared/base/recovery-words.ts'
import type { Job } from '../../shared/queue/jobs.ts'
import type { WatchReport } from '../../shared/watching/watching.ts'
import { noBarcodes } from '../support/no-barcodes.ts'
import type { ModelService, Weather } from './model-service.ts'
import { createSimArchives } from './sim-archives.ts'
import { createSimDatabases, createSimWorker } from './sim-databases.ts'
import { createSimDisk } from './sim-files.ts'
import { createSimListReader } from './sim-lists.ts'
import { createSimNetwork, type Wire } from './sim-network.ts'
import { createSimReader } from './sim-reader.ts'
import type { SimSystem } from './sim-systems.ts'
import { createRandom, type Life, type Pending, type World } from './world.ts'

/** Its type is written down: the compiler doesn't write out an inferred one this long. */
const connectTo = (core: Core): RouterClient<Core['router']> => createRouterClient(core.router)
export type Client = ReturnType<typeof connectTo>

type Running = {
  readonly core: Core
  readonly client: Client
  readonly life: Life
  readonly databases: ReturnType<typeof createSimDatabases>
}

/** Difficult parts of file names on each system. */
const nameEnds: Readonly<Record<SimSystem, string>> = { linux: '', windows: ` ${'long '.repeat(24)}end`, macos: ' Crème' }

const toTimer = (pending: Pending): Timer => ({ cancel: pending.cancel })

const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

export type SimJob = Pick<Job, 'id' | 'connectionId' | 'work' | 'status' | 'notes' | 'blockedBy'>

export type SimPackshot = ReturnType<typeof createSimPackshot>

/** One computer with Packshot on it: its disk, its keychain, and the core, which starts and dies. */
export const createSimPackshot = (
  world: World,
  name: string,
  folder: string,
  services: readonly ModelService[],
  wire: Wire,
  system: SimSystem = 'linux',
  /** Its folders are watched. */
  watching?: {
    readonly openFolderEvents: OpenFolderEvents
    readonly onWatched?: (report: WatchReport) => void
    /** The number of the drive that a path is on; `undefined`: the computer's own. */
    readonly deviceOf?: (path: string) => number | undefined
    /** The change time of a file; `undefined`: that of the disk that it is really on. */
    readonly changedOf?: (facts: { readonly ino: number }) => number | undefined
    /** A slow computer: so long takes what is done between two looks at the clock, and so many turns of the event loop the keychain. */
    readonly pace?: { readonly lookMs: number; readonly keychainTurns: number }
    /** Lists are read in a thread. */
    readonly hasReader?: boolean
  },
) => {
  const disk = createSimDisk(world, join(folder, name), system)
  const dataFolder = join(disk.root, 'data')
  const secrets = createMemorySecrets()
  const pace = watching?.pace
  const secretsOf = (life: Life): SecretStore => {
    const turns = async (): Promise<void> => {
      for (let left = pace?.keychainTurns ?? 0; left > 0; left--) await new Promise<void>((resolve) => world.soon(resolve, life))
    }
    return {
      storage: secrets.storage,
      get: (name) => turns().then(() => secrets.get(name)),
      set: (name, value) => turns().then(() => secrets.set(name, value)),
      delete: (name) => turns().then(() => secrets.delete(name)),
    }
  }
  const ownRandom = createRandom(createHash('sha256').update(`${name}${world.random()}`).digest().readUInt32LE())
  let weather: Weather = 'fine'
  let running: Running | null = null
  let starting: Life | null = null
  let startingDatabases: ReturnType<typeof createSimDatabases> | null = null
  let pictures = 0
  let ended: { readonly left: Map<string, Buffer>; readonly databases: ReturnType<typeof createSimDatabases> | null } | null = null

  const filesOf = (life: Life): Files => {
    const files = disk.filesOf(life)
    return {
      ...files,
      facts: async (path) => {
        const facts = await files.facts(path)
        const ctimeMs = watching?.changedOf?.(facts) ?? facts.ctimeMs
        return Object.assign(facts, { ctimeMs, dev: watching?.deviceOf?.(path) ?? facts.dev })
      },
    }
  }

  const platformOf = (life: Life, databases: ReturnType<typeof createSimDatabases>): Platform => ({
    clock: { now: world.wall, monotonic: pace ? () => (life.isAlive ? world.spend(pace.lookMs) : world.monotonic()) : world.monotonic },
    timers: {
      after: (ms, act) => toTimer(world.after(ms, act, life)),
      every: (ms, act) => {
        let next: Pending
        let isOver = false
        const arm = (): void => {
          next = world.after(
            ms,
            () => {
              act()
              if (!isOver) arm()
            },
            life,
          )
        }
        arm()
        return {
          cancel: () => {
            isOver = true
            next.cancel()
          },
        }
      },
      soon: (act) => world.soon(act, life),
      nextTurn: () => new Promise((resolve) => world.soon(resolve, life)),
      sleep: (ms) => new Promise((resolve) => void world.after(ms, resolve, life)),
    },
    ids: {
      hex: (bytes) =>
        Array.from({ length: bytes }, () =>
          Math.floor(ownRandom() * 256)
            .toString(16)
            .padStart(2, '0'),
        ).join(''),
    },
    random: ownRandom,
    files: filesOf(life),
    openFolderEvents: watching?.openFolderEvents ?? (() => ({ follow: () => {}, close: () => {} })),
    openDatabaseFile: databases.openDatabaseFile,
  })

  const begin = async (life: Life, databases: ReturnType<typeof createSimDatabases>): Promise<Running> => {
    const platform = platformOf(life, databases)
    const core = await createCore({
      ...platform,
      dataFolder,
      access: 'write',
      openSecrets: async () => ({ store: pace ? secretsOf(life) : secrets }),
      openBrowser: async () => {},
      showAuthorizeUrl: () => {},
      openConnections: () => createSimNetwork(world, life, services, () => weather, wire),
      startImageProcess: () => ({
        inspect: async ({ path, format }) => {
          const bytes = await platform.files.read(path)
          const found = identifyFile(bytes.subarray(0, headBytes), bytes.length)
          if (found.kind !== 'image') throw new Error('not an image')
          return { format, width: found.width, height: found.height, orientation: 1, hasAlpha: false, hasGps: false }
        },
        ...noBarcodes,
        // A copy: what is sent shows still which picture it is.
        convert: async ({ path, target, format }) => {
          await platform.files.write(target, await platform.files.read(path))
          return format === 'jpeg' ? 'jpeg' : 'png'
        },
        prepare: () => {},
        stop: async () => {},
      }),
      startDatabaseWorker: () => createSimWorker(world, disk, life, platform, databases.settle, dataFolder),
      readList: createSimListReader(world, life),
      ...(watching?.hasReader ? { startReader: createSimReader(world, life, platform, libraryFile(dataFolder)) } : {}),
      archives: createSimArchives(world, life),
      samplePictures: '/none',
      startSampleWorkspace: async () => {
        throw new Error('not simulated')
      },
      tryVision: async () => {
        throw new Error('not simulated')
      },
      // The host reports, ends and restarts.
      onFatal: () => {
        world.say(`${name} ends: the disk failed`)
        world.soon(() => {
          if (life.isAlive) crash('kill')
        })
      },
      keepsPause: true,
      watchesFolders: watching !== undefined,
      ...(watching?.onWatched ? { onWatched: watching.onWatched } : {}),
      log: () => {},
      concurrency: usualConcurrency,
    })
    const client = connectTo(core)
    return { core, client, life, databases }
  }

  /** The state after a crash is restored when nothing of the dead process is running any more. */
  const bury = async (): Promise<void> => {
    if (!ended) return
    await world.settlePromises()
    ended.databases?.closeAll()
    disk.reset(ended.left)
    ended = null
  }

  const query = (sql: string): Record<string, unknown>[] => running?.databases.query(libraryFile(dataFolder), sql) ?? []
  /** Products whose list an attach is changing; all, if the disk accepts no writes. */
  const unsettled = (): string[] | 'all' =>
    disk.fault() !== 'none' || !running
      ? 'all'
      : query(
          `SELECT DISTINCT product_id FROM jobs JOIN products ON ref = work ->> '$.productRef'
           WHERE operation = 'attach-sources' AND state = 'running' AND product_id IS NOT NULL`,
        ).map((row) => String(row.product_id))

  /** The computer, or only Packshot, ends in the middle of its work. */
  const crash = (how: 'kill' | 'power'): void => {
    const life = running?.life ?? starting
    const databases = running?.databases ?? startingDatabases
    disk.stopCrashing()
    if (!life) return
    ended = { left: disk.survivors(how), databases }
    wire.ended(name, unsettled())
    life.isAlive = false
    running = null
    starting = null
    startingDatabases = null
  }

  disk.setPowerCut(() => crash('power'))

  return {
    name,
    disk,
    dataFolder,
    library: libraryFile(dataFolder),
    weather: (): Weather => weather,
    setWeather: (next: Weather): void => {
      weather = next
    },
    running: (): Running | null => running,
    /** Starts the core; returns its message about a restore, or why it did not start. `cut`: the power failed meanwhile. */
    start: async (): Promise<
      | { readonly kind: 'up'; readonly restored: string | null }
      | { readonly kind: 'refused'; readonly why: string }
      | { readonly kind: 'cut' }
    > => {
      await bury()
      const life: Life = { name, isAlive: true }
      const databases = createSimDatabases(disk, life)
      starting = life
      startingDatabases = databases
      let outcome: { kind: 'up'; running: Running } | { kind: 'refused'; why: string } | null = null
      const begun = begin(life, databases)
        .then(async (up) => {
          if (!life.isAlive) return
          running = up
          await up.core.start()
          outcome = { kind: 'up', running: up }
        })
        .catch((error: unknown) => {
          outcome = { kind: 'refused', why: error instanceof Error ? error.message : String(error) }
        })
      void begun
      await world.passUntil(() => outcome !== null || !life.isAlive, 120_000)
      if (!life.isAlive) return { kind: 'cut' }
      const settled = outcome as { kind: 'up'; running: Running } | { kind: 'refused'; why: string } | null
      starting = null
      startingDatabases = null
      if (settled?.kind === 'up') return { kind: 'up', restored: describeRecoveries(settled.running.core.restored) }
      // Its process ends without closing its files: closing would write to a disk that has just failed.
      ended = { left: disk.survivors('kill'), databases }
      life.isAlive = false
      running = null
      return { kind: 'refused', why: settled?.why ?? 'it did not come up' }
    },
    crash,
    bury,
    /** Ends cleanly. */
    stop: async (): Promise<void> => {
      const up = running
      if (!up) return
      let isOver = false
      up.core.stop().then(
        () => {
          isOver = true
        },
        () => {
          isOver = true
        },
      )
      await world.passUntil(() => isOver || !up.life.isAlive, 120_000)
      if (!up.life.isAlive) return
      if (!isOver) return crash('kill')
      wire.ended(name, unsettled())
      up.life.isAlive = false
      up.databases.closeAll()
      running = null
    },
    /** Calls the core like the window; `null`: the computer went down first, or no answer came. */
    call: async <T>(
      act: (client: Client) => Promise<T>,
    ): Promise<{ readonly value: T } | { readonly error: Error & { code?: string; failure?: Failure } } | null> => {
      const up = running
      if (!up) return null
      let outcome: { value: T } | { error: Error } | null = null
      act(up.client).then(
        (value) => {
          outcome = { value }
        },
        (error: unknown) => {
          outcome = { error: error instanceof Error ? error : new Error(String(error)) }
        },
      )
      await world.passUntil(() => outcome !== null || !up.life.isAlive, 120_000)
      return up.life.isAlive ? outcome : null
    },
    query,
    jobIds: (): string[] => query('SELECT id FROM jobs').map((row) => String(row.id)),
    /** The library of the running Packshot. */
    openLibrary: () => running?.databases.find(libraryFile(dataFolder)),
    /** All jobs, of every workspace; without rows that a flipped bit made unreadable and no check has found yet. */
    allJobs: (): SimJob[] =>
      query('SELECT * FROM jobs WHERE json_valid(work) AND json_valid(status) ORDER BY seq').map((row) => ({
        id: String(row.id),
        connectionId: row.connection_id === null ? null : String(row.connection_id),
        work: JSON.parse(String(row.work)) as Job['work'],
        status: JSON.parse(String(row.status)) as Job['status'],
        notes: row.notes === null ? [] : (JSON.parse(String(row.notes)) as Job['notes']),
        blockedBy: Number(row.blocked_by),
      })),
    /** A new picture on the disk; its content identifies it. */
    newPicture: (): { readonly path: string; readonly content: string } => {
      const content = `picture-${name}-${++pictures}`
      const path = join(disk.root, 'pictures', `${content}${nameEnds[system]}.png`)
      disk.put(path, Buffer.concat([pixel, Buffer.from(content)]))
      return { path, content }
    },
    /** Writes these bytes into a person's file. */
    writePicture: (path: string, content: string): void => disk.put(path, Buffer.concat([pixel, Buffer.from(content)])),
    destroy: (): void => {
      const life = running?.life ?? starting
      if (life) life.isAlive = false
      running?.databases.closeAll()
      startingDatabases?.closeAll()
      ended?.databases?.closeAll()
      disk.destroy()
    },
  }
}
