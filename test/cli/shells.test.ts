import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../../electron/cli/run-command.ts'
import { lackOf } from '../support/lacks.ts'

const print = async (...args: readonly string[]): Promise<string> => {
  let printed = ''
  const code = await runCommand(args, {
    version: '1.2.3',
    entries: { imageProcess: 'none', sampleWorkspace: 'none' },
    environment: {},
    platform: process.platform,
    stdout: (text) => {
      printed += text
    },
    stderr: () => {},
    stdin: Readable.from(['']),
  })
  expect(code).toBe(0)
  return printed
}

const lack = process.platform === 'win32' ? lackOf('on-windows') : null

describe.skipIf(lack)(`the completions for bash${lack ? ` (skipped: ${lack})` : ''}`, () => {
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'packshot-completions-'))
    writeFileSync(join(folder, 'packshot.bash'), await print('completions', 'bash'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** What bash offers for the last of these words. */
  const complete = (...words: readonly string[]): readonly string[] => {
    const script = `source ${folder}/packshot.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _packshot; printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout, stderr } = spawnSync('bash', ['-c', script, 'bash', 'packshot', ...words], { encoding: 'utf8' })
    expect(stderr).toBe('')
    return stdout.split('\n').filter(Boolean)
  }

  it.each([
    [['stat'], ['status']],
    [
      ['sets', ''],
      ['list', 'import', 'export', 'remove'],
    ],
    [['--json', 'sets', 'rem'], ['remove']],
    [['add', '--rec'], ['--recursive']],
    [
      ['jobs', '--state', ''],
      ['waiting', 'running', 'done', 'parked', 'cancelled'],
    ],
    [['--data'], ['--data-dir']],
    // Names of files: bash's own.
    [['add', 'pic'], []],
  ])('offer for %j: %j', (words, offered) => {
    expect(complete(...words)).toEqual(offered)
  })
})

it.each(['bash', 'zsh', 'fish', 'powershell'])('the completions for %s name each command and each option', async (shell) => {
  const script = await print('completions', shell)
  for (const name of ['send-again', 'import-texts', 'sets remove']) expect(script).toMatch(name.includes(' ') ? ` ${name}` : name)
  for (const option of ['recursive', 'question-set', 'unsettled']) expect(script).toContain(option)
})

it('the manual page names each command with its options, the exit codes, and has no hyphen that can’t be copied', async () => {
  const page = await print('manual')
  expect(page).toMatch(/^\.TH PACKSHOT 1 "" "Packshot 1\.2\.3" "Packshot"$/m)
  expect(page).toContain('.SS packshot sets remove [options] <name>')
  expect(page).toContain('\\-\\-recursive')
  expect(page).toMatch(/^\\fB4\\fR$/m)
  expect(page).not.toMatch(/^[^.\n]*[^\\]-/m)
})
