import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Job } from '../../../shared/queue/jobs.ts'
import { createRandom } from '../../fixtures/random.ts'
import { writeTestPictures } from '../../fixtures/test-pictures.ts'
import { findReasonAgainstKeyring, startKeyringSession } from '../../support/keyring-session.ts'
import { packshot, startPackshot } from '../../support/packshot-process.ts'
import { startWorkspaceProcess, type WorkspaceProcess } from '../../support/workspace-process.ts'
import type { Part } from './part.ts'
import { runChild } from './run-child.ts'

const cli = fileURLToPath(new URL('../../../out/main/cli.js', import.meta.url))
const pictures = 3
/** Uploads, questions, the creation and the attachment. */
const jobCount = pictures * 2 + 2
const workArgs = (workspace: WorkspaceProcess): string[] => ['run', '--api-key-stdin', '--rate', 'none', '--base-url', workspace.baseUrl]

/** `jobs`: their number at the end. `environment`: connects its commands to a keychain, if there is one. */
type Prepared = { readonly dataFolder: string; readonly name: string; readonly jobs: number; readonly environment?: NodeJS.ProcessEnv }

const prepare = async (folder: string, index: number): Promise<Prepared> => {
  const dataFolder = join(folder, 'data')
  const name = `Product ${index} ${process.pid}`
  await writeTestPictures(join(folder, 'pictures'), pictures, { firstSeed: 1 + index * 10, bytes: 5_000 })
  for (const args of [
    ['add', join(folder, 'pictures')],
    ['ask', '--question', 'What colours does it have?'],
    ['attach', '--new', name],
  ]) {
    const { code, stderr, stdout } = await packshot(args, { dataFolder })
    if (code !== 0) throw new Error(`${args[0]} ended with ${code}: ${stdout}${stderr}`)
  }
  return { dataFolder, name, jobs: jobCount }
}

/** Runs until nothing is left, following the messages of parked jobs; `null`: all is done. */
const finish = async ({ dataFolder, name, jobs: wanted }: Prepared, workspace: WorkspaceProcess): Promise<string | null> => {
  const listJobs = async (): Promise<Job[] | string> => {
    const { stdout, stderr } = await packshot(['jobs', '--json'], { dataFolder })
    return stdout.trim().startsWith('[') ? (JSON.parse(stdout) as Job[]) : `jobs cannot be listed: ${stdout}${stderr}`.slice(0, 400)
  }
  let last = ''
  for (let round = 0; round < 6; round++) {
    const ended = await packshot(workArgs(workspace), { dataFolder, stdin: workspace.apiKey })
    last = `${ended.stdout}${ended.stderr}`.trim().slice(-300)
    const jobs = await listJobs()
    if (typeof jobs === 'string') return jobs
    if (jobs.length !== wanted) return `${jobs.length} of ${wanted} jobs are there: ${last}`
    if (jobs.every((job) => job.status.state === 'done')) return null
    for (const job of jobs) {
      if (job.status.state !== 'parked') continue
      const { products } = await workspace.admin<{ products: { id: string; name: string }[] }>('GET', 'products?limit=10000')
      const called = job.work.operation === 'create-product' ? job.work.name : name
      const made = products.find((one) => one.name === called)
      const { choices, reason } = job.status
      const args =
        reason.code === 'current-unknown'
          ? ['--current', 'none']
          : choices.includes('exists') && made
            ? ['--product', made.id]
            : choices.includes('again')
              ? ['--again']
              : []
      await packshot(['retry', job.id, ...args], { dataFolder })
    }
  }
  return `not done after six runs: ${last}`
}

type Command = {
  readonly args: readonly string[]
  readonly stdin: string
  /** The expected state once it and all work are done. */
  readonly after: Prepared
  /** The expected output when it is typed again after it had run and then failed. */
  readonly saysDone?: string
  /** Its effect, checked once all is done; `null`: it is there. */
  readonly check?: () => Promise<string | null>
}

/** Types a command that must succeed. */
const type = async (args: readonly string[], { dataFolder, environment }: Prepared, stdin = ''): Promise<string> => {
  const { code, stdout, stderr } = await packshot(args, { dataFolder, stdin, ...(environment ? { environment } : {}) })
  if (code !== 0) throw new Error(`${args.slice(0, 2).join(' ')} ended with ${code}: ${stdout}${stderr}`)
  return stdout
}

const addOneMore = async (prepared: Prepared, index: number): Promise<string> => {
  const folder = join(prepared.dataFolder, '..', 'more')
  await writeTestPictures(folder, 1, { firstSeed: 900_000 + index, bytes: 5_000 })
  return folder
}

/** Commands that write, each with something to do. */
const commands: Readonly<Record<string, (prepared: Prepared, workspace: WorkspaceProcess, index: number) => Promise<Command>>> = {
  add: async (prepared, _, index) => ({
    args: ['add', await addOneMore(prepared, index)],
    stdin: '',
    after: { ...prepared, jobs: prepared.jobs + 1 },
  }),
  ask: async (prepared) => ({
    args: ['ask', '--question', 'Is it round?'],
    stdin: '',
    after: { ...prepared, jobs: prepared.jobs + pictures },
  }),
  attach: async (prepared) => ({
    args: ['attach', '--new', `${prepared.name} again`],
    stdin: '',
    after: { ...prepared, jobs: prepared.jobs + 2 },
  }),
  connect: async (prepared, { baseUrl, apiKey }) => ({
    args: ['connect', '--base-url', baseUrl, '--api-key-stdin', '--rate', 'none'],
    stdin: apiKey,
    after: prepared,
    check: async () => {
      const ended = await type(['status'], prepared)
      return ended.includes('signed-in') ? null : `connect was lost: ${ended}`
    },
  }),
  settle: async (prepared, workspace, index) => {
    const left = await finish(prepared, workspace)
    if (left !== null) throw new Error(left)
    const find = async () =>
      (
        await workspace.admin<{ products: { id: string; name: string; attributes: Record<string, string[]> }[] }>(
          'GET',
          'products?limit=10000',
        )
      ).products.find((one) => one.name === prepared.name)
    const id = (await find())?.id ?? ''
    await type(['add', await addOneMore(prepared, index)], prepared)
    await type(['attach', '--product', id, '--all'], prepared)
    for (const appends of ['true', 'false']) await type(['connection', '--set', `serviceAppends=${appends}`], prepared)
    await packshot(workArgs(workspace), { dataFolder: prepared.dataFolder, stdin: workspace.apiKey })
    return {
      args: ['products', 'settle', '-'],
      stdin: `${id};known\n`,
      after: { ...prepared, jobs: prepared.jobs + 2 },
      saysDone: 'Nothing waits for this product.',
      check: async () => {
        const count = (await find())?.attributes.Images?.length ?? 0
        return count === pictures + 1 ? null : `${count} of ${pictures + 1} pictures are attached`
      },
    }
  },
}

/** Every third try hits another command than `run`, in turn; `connect` only if there is a keychain. */
const commandOf = (index: number, hasKeychain: boolean): string | null => {
  if (index % 3 !== 2) return null
  const names = Object.keys(commands).filter((name) => hasKeychain || name !== 'connect')
  return names[Math.floor(index / 3) % names.length] ?? null
}

/** Acknowledged work is there. The rest is typed again, and is there once. */
const finishCommand = async (
  { args, stdin, after, saysDone, check }: Command,
  code: number | null,
  workspace: WorkspaceProcess,
): Promise<string | null> => {
  if (code !== 0)
    await type(args, after, stdin).catch((error: Error) => {
      if (saysDone === undefined || !error.message.includes(saysDone)) throw error
    })
  return (await finish(after, workspace)) ?? (await check?.()) ?? null
}

/** A part whose tries share one workspace, each with a separate data folder. */
const withWorkspace = (
  part: Omit<Part, 'open'>,
  tryIn: (prepared: Prepared, workspace: WorkspaceProcess, index: number) => Promise<string | null>,
): Part => ({
  ...part,
  open: async () => {
    const workspace = await startWorkspaceProcess()
    const keyring = (await findReasonAgainstKeyring()) === null ? await startKeyringSession() : undefined
    return {
      tryOne: async (index) => {
        const folder = await mkdtemp(join(tmpdir(), 'packshot-process-'))
        try {
          const prepared = await prepare(folder, index)
          return await tryIn({ ...prepared, ...(keyring ? { environment: keyring.environment } : {}) }, workspace, index)
        } finally {
          await rm(folder, { recursive: true, force: true })
        }
      },
      close: async () => {
        await workspace.remove()
        await keyring?.stop()
      },
    }
  },
})

export const kills = withWorkspace(
  { name: 'kills', title: 'kill -9 of the real process at random moments', total: 500, atOnce: 2 },
  async (prepared, workspace, index) => {
    const { dataFolder, environment } = prepared
    const name = commandOf(index, environment !== undefined)
    const command = name === null ? null : await commands[name]?.(prepared, workspace, index)
    const running = startPackshot(command?.args ?? workArgs(workspace), {
      dataFolder,
      stdin: command?.stdin ?? workspace.apiKey,
      ...(command && environment ? { environment } : {}),
    })
    const timer = setTimeout(() => running.child.kill('SIGKILL'), 150 + createRandom(index + 1)() * (command ? 800 : 1_600))
    const { code } = await running.ended
    clearTimeout(timer)
    return command ? finishCommand(command, code, workspace) : finish(prepared, workspace)
  },
)

export const starts = withWorkspace(
  { name: 'starts', title: 'Two starts at once on one data folder', total: 200, atOnce: 1 },
  async (prepared, workspace) => {
    const start = () => startPackshot(workArgs(workspace), { dataFolder: prepared.dataFolder, stdin: workspace.apiKey }).ended
    const [one, other] = await Promise.all([start(), start()])
    const refused = [one, other].filter(({ stdout, stderr }) => /in use|another Packshot|already/i.test(stdout + stderr))
    // The second may have started after the first had ended.
    if (refused.length > 1) return 'both were refused'
    return finish(prepared, workspace)
  },
)

const syscalls = ['pwrite64', 'write', 'fdatasync', 'fsync', 'openat', 'rename', 'unlink', 'ftruncate'] as const
const effects = ['error=EIO', 'error=ENOSPC', 'signal=SIGKILL'] as const

export const sampledSteps = withWorkspace(
  {
    name: 'syscalls',
    title: 'Sampled system calls of the real process that fail or kill it (strace)',
    total: 300,
    atOnce: 2,
    findReasonAgainst: async () =>
      spawnSync('strace', ['-e', 'trace=none', 'true']).status === 0 ? null : 'strace cannot trace here (Debian: apt install strace)',
  },
  async (prepared, workspace, index) => {
    const random = createRandom(index + 1)
    const call = syscalls[index % syscalls.length] ?? 'write'
    const effect = effects[Math.floor(random() * effects.length)] ?? 'error=EIO'
    const when = 1 + Math.floor(random() ** 2 * 200)
    // Only calls on the data folder: elsewhere it would not be Packshot's disk that fails.
    const onData = [
      '-P',
      prepared.dataFolder,
      ...['library.db', 'library.db-wal'].flatMap((name) => ['-P', join(prepared.dataFolder, name)]),
    ]
    const inject = ['-f', '-qq', '-o', '/dev/null', ...onData, '-e', `trace=${call}`, '-e', `inject=${call}:${effect}:when=${when}`]
    const name = commandOf(index, prepared.environment !== undefined)
    const command = name === null ? null : await commands[name]?.(prepared, workspace, index)
    const args = command?.args ?? [...workArgs(workspace), '--timeout', '20']
    const environment = {
      ...process.env,
      ...(command ? prepared.environment : {}),
      PACKSHOT_DATA_DIR: prepared.dataFolder,
      PACKSHOT_STDIN: command?.stdin ?? workspace.apiKey,
    }
    const words = ['strace', ...inject, process.execPath, cli, ...args].map((one) => `'${one}'`)
    // The last command of a pipe determines the shell's exit code.
    const { code } = await runChild('sh', ['-c', `printf %s "$PACKSHOT_STDIN" | ${words.join(' ')}`], 60_000, environment)
    return command ? finishCommand(command, code, workspace) : finish(prepared, workspace)
  },
)
