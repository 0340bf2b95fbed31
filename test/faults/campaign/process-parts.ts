import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Job } from '../../../shared/jobs.ts'
import { createRandom } from '../../fixtures/random.ts'
import { writeTestPictures } from '../../fixtures/test-pictures.ts'
import { packshot, startPackshot } from '../../support/packshot-process.ts'
import { startWorkspaceProcess, type WorkspaceProcess } from '../../support/workspace-process.ts'
import type { Part } from './part.ts'
import { runChild } from './run-child.ts'

const cli = fileURLToPath(new URL('../../../out/main/cli.js', import.meta.url))
const pictures = 3
/** Uploads, questions, the creation and the attachment. */
const jobCount = pictures * 2 + 2
const workArgs = (workspace: WorkspaceProcess): string[] => ['run', '--api-key-stdin', '--rate', 'none', '--base-url', workspace.baseUrl]

type Prepared = { readonly dataFolder: string; readonly name: string }

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
  return { dataFolder, name }
}

/** Runs until nothing is left, doing about parked jobs what their messages say; `null`: all is done. */
const finish = async ({ dataFolder, name }: Prepared, workspace: WorkspaceProcess): Promise<string | null> => {
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
    if (jobs.length !== jobCount) return `${jobs.length} of ${jobCount} jobs are there: ${last}`
    if (jobs.every((job) => job.status.state === 'done')) return null
    for (const job of jobs) {
      if (job.status.state !== 'parked') continue
      const { products } = await workspace.admin<{ products: { id: string; name: string }[] }>('GET', 'products?limit=10000')
      const made = products.find((one) => one.name === name)
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

/** A part whose tries each have a data folder of their own and share one workspace. */
const withWorkspace = (
  part: Omit<Part, 'open'>,
  tryIn: (prepared: Prepared, workspace: WorkspaceProcess, index: number) => Promise<string | null>,
): Part => ({
  ...part,
  open: async () => {
    const workspace = await startWorkspaceProcess()
    return {
      tryOne: async (index) => {
        const folder = await mkdtemp(join(tmpdir(), 'packshot-process-'))
        try {
          return await tryIn(await prepare(folder, index), workspace, index)
        } finally {
          await rm(folder, { recursive: true, force: true })
        }
      },
      close: workspace.remove,
    }
  },
})

export const kills = withWorkspace(
  { name: 'kills', title: 'kill -9 of the real process at random moments', total: 500, atOnce: 2 },
  async (prepared, workspace, index) => {
    const running = startPackshot(workArgs(workspace), { dataFolder: prepared.dataFolder, stdin: workspace.apiKey })
    const timer = setTimeout(() => running.child.kill('SIGKILL'), 150 + createRandom(index + 1)() * 1_600)
    await running.ended
    clearTimeout(timer)
    return finish(prepared, workspace)
  },
)

export const starts = withWorkspace(
  { name: 'starts', title: 'Two starts at once on one data folder', total: 200, atOnce: 1 },
  async (prepared, workspace) => {
    const start = () => startPackshot(workArgs(workspace), { dataFolder: prepared.dataFolder, stdin: workspace.apiKey }).ended
    const [one, other] = await Promise.all([start(), start()])
    const refused = [one, other].filter(({ stdout, stderr }) => /in use|another Packshot|already/i.test(stdout + stderr))
    // The second may have come when the first had ended.
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
    const environment = { ...process.env, PACKSHOT_DATA_DIR: prepared.dataFolder, PACKSHOT_KEY: workspace.apiKey }
    const line = `printf %s "$PACKSHOT_KEY" | exec strace ${inject.map((one) => `'${one}'`).join(' ')} '${process.execPath}' '${cli}' ${workArgs(workspace).join(' ')} --timeout 20`
    await runChild('sh', ['-c', line], 60_000, environment)
    return finish(prepared, workspace)
  },
)
