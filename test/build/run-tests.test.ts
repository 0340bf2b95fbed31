import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'

type Told = { readonly test: string; readonly message: string }
type Result = {
  passed: number
  failed: number
  skipped: number
  failures: Told[]
  retried: Told[]
  retriedFiles: string[]
  skips: { reason: string }[]
  printed: string
}
const { judgeSecondTries } = (await import(new URL('../../build/judge-second-tries.mjs', import.meta.url).href)) as {
  judgeSecondTries: (results: readonly { retriedFiles: readonly string[] }[]) => unknown
}
const module = new URL('../../build/run-tests.mjs', import.meta.url).href

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'packshot-run-tests-'))
  for (const folder of ['node_modules', 'build'])
    await symlink(fileURLToPath(new URL(`../../${folder}`, import.meta.url)), join(root, folder))
  await mkdir(join(root, 'test'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const write = (name: string, body: string): Promise<void> =>
  writeFile(
    join(root, 'test', name),
    `import { existsSync, writeFileSync } from 'node:fs'\nimport { expect, it } from 'vitest'\nlet earlier = false\n${body}`,
  )

/** In a separate process, because its output would look like failures of these tests. */
const run = async (...triedAgain: string[]): Promise<Result> => (await runWith({ triedAgain })).result

const runWith = async (more: object): Promise<{ readonly result: Result; readonly stdout: string }> => {
  const { VITEST: _, ...env } = process.env
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--root', root, 'test/']
  const options = JSON.stringify({ root, node: process.execPath, env, args, triedAgain: [], ...more })
  const source = `import { writeFileSync } from 'node:fs'
    const { runTests } = await import(${JSON.stringify(module)})
    writeFileSync('result.json', JSON.stringify(await runTests(${options})))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', source], { cwd: root, env })
  return { result: JSON.parse(await readFile(join(root, 'result.json'), 'utf8')), stdout }
}

// Fails in its first run only, and only after the test before it.
const shaky = `it('is set up', () => { earlier = true })
it('stands on it', () => {
  const hasRun = existsSync('ran')
  writeFileSync('ran', '')
  expect([earlier, hasRun]).toEqual([true, true])
})`

it('a failed file is run again as a whole; tests that passed only then are reported with their message', async () => {
  await write('shaky.test.ts', shaky)
  await write('sound.test.ts', "it('holds', () => {})\nit('waits', (context) => context.skip('no such thing here'))")
  const { failures, retried, retriedFiles, skips, printed: _, ...counts } = await run('test/')
  expect(counts).toEqual({ passed: 3, failed: 0, skipped: 1 })
  expect(failures).toEqual([])
  expect(retriedFiles).toEqual(['test/shaky.test.ts'])
  expect(retried).toEqual([{ test: 'test/shaky.test.ts: stands on it', message: expect.stringContaining('to deeply equal') }])
  expect(skips).toEqual([{ test: 'test/sound.test.ts: waits', reason: 'no such thing here' }])
})

it('a test that fails twice has failed, and so has one that is not retried', async () => {
  await write('wrong.test.ts', "it('is wrong', () => expect(1).toBe(2))")
  await write('shaky.test.ts', shaky)
  const result = await run('test/')
  expect(result).toMatchObject({ passed: 2, failed: 1, failures: [{ test: 'test/wrong.test.ts: is wrong' }] })
  await rm(join(root, 'ran'))
  await expect(run('test/wr')).resolves.toMatchObject({ passed: 1, failed: 2, retried: [], retriedFiles: [] })
})

it('a quiet run prints nothing, and returns its output', async () => {
  await write('wrong.test.ts', "it('is wrong', () => expect(1).toBe(2))")
  const { result, stdout } = await runWith({ isQuiet: true })
  expect(stdout).toBe('')
  expect(result).toMatchObject({ failed: 1, printed: expect.stringContaining('is wrong') })
})

it('a run that ends without a result has failed', async () => {
  await write('gone.test.ts', "it('goes', () => process.kill(process.ppid, 'SIGKILL'))")
  await expect(run()).resolves.toMatchObject({ passed: 0, failed: 1, failures: [{ test: expect.any(String) }] })
})

it('one file may need a second try; if more do, the tests have failed, and each file is named', () => {
  const tried = (...retriedFiles: string[]) => ({ retriedFiles })
  const one = tried('test/window/a.test.ts')
  expect(judgeSecondTries([tried(), one])).toEqual([])
  expect(judgeSecondTries([one, tried('test/e2e/journey-b.test.ts')])).toMatchObject([
    { failed: 1, failures: [{ message: expect.stringContaining('test/window/a.test.ts, test/e2e/journey-b.test.ts') }] },
  ])
})
