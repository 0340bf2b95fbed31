import { execFile, spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'

const own = fileURLToPath(new URL('../../build', import.meta.url))
let folder: string
let project: string

/** A project with the script and its imports, whose `npm test` notes its arguments and each file of its folder, and fails where `broken` is. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-prove-'))
  project = join(folder, 'project')
  await mkdir(join(folder, 'tmp'))
  await mkdir(join(project, 'build'), { recursive: true })
  for (const name of (await readdir(own)).filter((one) => one.endsWith('.mjs'))) await cp(join(own, name), join(project, 'build', name))
  await writeFile(join(project, 'package.json'), JSON.stringify({ type: 'module', scripts: { test: 'node tests.mjs' } }))
  await writeFile(
    join(project, 'tests.mjs'),
    `import { appendFileSync, existsSync, readdirSync } from 'node:fs'
    const isBroken = existsSync(${JSON.stringify(join(folder, 'broken'))})
    const one = { args: process.argv.slice(2), files: readdirSync('.').sort(), cache: process.env.npm_config_cache }
    appendFileSync(${JSON.stringify(join(folder, 'ran'))}, JSON.stringify(one) + '\\n')
    console.log('In 0 min 1 s, set-up excluded:\\n3 passed, ' + (isBroken ? 1 : 0) + ' failed, 0 skipped')
    process.exitCode = isBroken ? 1 : 0`,
  )
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    ['commit', '-qm', 'All of it'],
  ])
    git(args)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const git = (args: readonly string[]): void => {
  const mia = ['-c', 'user.name=Mia', '-c', 'user.email=mia@example.com', '-c', 'commit.gpgsign=false']
  expect(spawnSync('git', [...mia, ...args], { cwd: project, encoding: 'utf8' })).toMatchObject({ status: 0 })
}

/** The exit code, and the rows of the table without its heading, as cells. */
const prove = (...args: string[]): Promise<{ readonly code: number; readonly rows: readonly string[][]; readonly printed: string }> =>
  new Promise((resolve) => {
    const env = { ...process.env, TMPDIR: join(folder, 'tmp'), TEMP: join(folder, 'tmp') }
    execFile(process.execPath, [join(project, 'build/prove-tests.mjs'), ...args], { env }, (error, out, errors) => {
      const lines = out.split('\n').filter((line) => line.startsWith('| '))
      const rows = lines.slice(1).map((line) =>
        line
          .split('|')
          .map((cell) => cell.trim())
          .slice(1, -1),
      )
      resolve({ code: error ? 1 : 0, rows, printed: out + errors })
    })
  })

const ran = async () => {
  const text = await readFile(join(folder, 'ran'), 'utf8').catch(() => '')
  await rm(join(folder, 'ran'), { force: true })
  const lines = text.split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line) as { readonly args: string[]; readonly files: string[]; readonly cache: string })
}

it('runs npm test five times, two of them beside two busy processes, and --all twice, each from a fresh clone of the commit', async () => {
  await writeFile(join(project, 'not-committed'), '')
  const { code, rows, printed } = await prove()
  expect(code, printed).toBe(0)
  expect(printed).toContain('Uncommitted changes are not tested.')
  const besides = rows.map(([, command, beside]) => [command, beside?.split(',')[0]])
  const all = ['npm test -- --all', 'nothing']
  const [quiet, busy] = [
    ['npm test', 'nothing'],
    ['npm test', '2 busy processes'],
  ]
  expect(besides).toEqual([quiet, quiet, quiet, busy, busy, all, all])
  for (const row of rows) expect(row.slice(3, 5)).toEqual(['3 passed, 0 failed, 0 skipped', '0 min 1 s'])
  const runs = await ran()
  expect(runs.map(({ args }) => args.join())).toEqual(['', '', '', '', '', '--all', '--all'])
  for (const { files } of runs) expect(files).toEqual(['.git', 'build', 'package.json', 'tests.mjs'])
  expect(new Set(runs.map(({ cache }) => cache)).size).toBe(7)
})

it('runs a part, says which failed and keeps its output, and continues with those that were not green', async () => {
  await writeFile(join(folder, 'broken'), '')
  const broken = await prove('all')
  expect(broken.code).toBe(1)
  expect(broken.rows.map(([, , , result]) => result?.startsWith('**failed** (3 passed, 1 failed'))).toEqual([true, true])
  const output = /output: (.+)\)/.exec(broken.rows.at(-1)?.[3] ?? '')?.[1]
  expect(await readFile(output ?? '', 'utf8')).toContain('3 passed, 1 failed')
  await rm(join(folder, 'broken'))
  await ran()
  const [continued, again] = [await prove('all', '--continue'), await prove('all', '--continue')]
  expect(continued).toMatchObject({ code: 0, rows: [{}, {}] })
  expect(again).toEqual(continued)
  expect(await ran()).toHaveLength(2)
  git(['commit', '-q', '--allow-empty', '-m', 'Another'])
  await writeFile(join(folder, 'broken'), '')
  expect(await prove('all', '--continue')).toMatchObject({ code: 1 })
})

it('knows which runs there are', async () => {
  expect(await prove('nightly')).toMatchObject({ code: 1, rows: [], printed: expect.stringContaining('there are no runs "nightly"') })
})
