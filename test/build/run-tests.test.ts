import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import knownSkips from '../../build/known-skips.json' with { type: 'json' }

type Told = { readonly test: string; readonly message: string }
type Result = {
  passed: number
  failed: number
  skipped: number
  failures: Told[]
  skips: { test: string; reason: string }[]
  files: { file: string; took: number }[]
  printed: string
}
const sourceOf = (name: string): string => new URL(`../../build/${name}`, import.meta.url).href
const { sumUp } = (await import(sourceOf('sum-up.mjs'))) as {
  sumUp: (given: { readonly results: readonly object[]; readonly took: number; readonly machine?: object }) => number
}

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'packshot-run-tests-'))
  for (const folder of ['node_modules', 'build'])
    await symlink(fileURLToPath(new URL(`../../${folder}`, import.meta.url)), join(root, folder))
  await mkdir(join(root, 'test'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const write = (name: string, body: string): Promise<void> =>
  writeFile(join(root, 'test', name), `import { describe, expect, it } from 'vitest'\n${body}`)

/** In a separate process, because its output would look like failures of these tests. */
const run = async (more: object = {}): Promise<{ readonly result: Result; readonly stdout: string }> => {
  const { VITEST: _, ...env } = process.env
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--root', root, 'test/']
  const source = `import { writeFileSync } from 'node:fs'
    const { runTests } = await import(${JSON.stringify(sourceOf('run-tests.mjs'))})
    writeFileSync('result.json', JSON.stringify(await runTests(${JSON.stringify({ root, node: process.execPath, env, args, ...more })})))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', source], { cwd: root, env })
  return { result: JSON.parse(await readFile(join(root, 'result.json'), 'utf8')), stdout }
}

it('counts what passed, failed and was skipped, with messages and with reasons from notes and titles', async () => {
  await write('wrong.test.ts', "it('is wrong', () => expect(1).toBe(2))")
  await write(
    'sound.test.ts',
    `it('holds', () => expect(1).toBe(1))
it('waits', (context) => context.skip('no such thing here'))
describe.skipIf(true)('a part (skipped: there is none)', () => { it('is tried', () => {}) })`,
  )
  const { result, stdout } = await run({ isQuiet: true })
  expect(stdout).toBe('')
  expect(result).toMatchObject({ passed: 1, failed: 1, skipped: 2, printed: expect.stringContaining('is wrong') })
  expect(result.failures).toEqual([{ test: 'test/wrong.test.ts: is wrong', message: expect.stringContaining('expected 1 to be 2') }])
  expect(result.skips.map(({ reason }) => reason).sort()).toEqual(['no such thing here', 'there is none'])
  expect(result.files.map(({ file }) => file).sort()).toEqual(['test/sound.test.ts', 'test/wrong.test.ts'])
})

it('a run that ends without a result has failed', async () => {
  await write('gone.test.ts', "it('goes', () => process.kill(process.ppid, 'SIGKILL'))")
  expect((await run({ isQuiet: true })).result).toMatchObject({ passed: 0, failed: 1, failures: [{ test: 'the run as a whole' }] })
})

const machine = { platform: 'linux', isRoot: true, hasElectron: true, lacks: [] }
const sumOf = (skips: readonly string[], of: object | undefined): { readonly code: number; readonly lines: readonly string[] } => {
  const lines: string[] = []
  const print = vi.spyOn(console, 'log').mockImplementation((text) => void lines.push(...String(text).split('\n')))
  const told = skips.map((reason, at) => ({ test: `test ${at}`, reason }))
  const results = [{ name: 'unit', passed: 3, failed: 0, skipped: skips.length, skips: told, failures: [], files: [], took: 1_000 }]
  const code = sumUp({ results, took: 83_456, ...(of && { machine: of }) })
  print.mockRestore()
  return { code, lines }
}

it('says each reason once, with the number of tests and what would make them run', () => {
  const { reason, remedy } = knownSkips['no-electron']
  const { code, lines } = sumOf([reason, reason, reason], { ...machine, hasElectron: false })
  expect(code).toBe(0)
  expect(lines.filter((text) => text.includes(reason))).toEqual([`  skipped: 3 tests, because ${reason}. ${remedy}`])
  expect(lines).toContain('In 1 min 23 s, set-up excluded:')
  expect(lines.at(-1)).toBe('3 passed, 0 failed, 3 skipped')
})

it('fails where tests were skipped that this machine can run, for a reason that is not known, or more than are known', () => {
  const { reason, most } = knownSkips['no-electron']
  const bare = { ...machine, hasElectron: false }
  expect(sumOf([], machine).code).toBe(0)
  expect(sumOf([reason], machine).code).toBe(1)
  expect(sumOf(['the moon is full'], bare).code).toBe(1)
  expect(sumOf(Array(most).fill(reason), bare).code).toBe(0)
  expect(sumOf(Array(most + 1).fill(reason), bare)).toMatchObject({
    code: 1,
    lines: expect.arrayContaining([`3 passed, 1 failed, ${most + 1} skipped`]),
  })
  expect(sumOf(['the moon is full'], undefined).code).toBe(0)
})
