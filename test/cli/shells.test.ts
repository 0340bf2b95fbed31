import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readCmd, readPowerShell } from '../support/shell-models.ts'

/** The first table of the command line's README: the command to type in each shell. */
const page = readFileSync(new URL('../../electron/cli/README.md', import.meta.url), 'utf8')
const rows = [...page.matchAll(/^\| ([^|]+) \| `(.+?)` \| `(.+?)` \| `(.+?)` \|$/gm)].map(([, shell = '', ...lines]) => ({ shell, lines }))

/** The arguments that `sh` passes to a program. */
const readSh = (line: string): readonly string[] => {
  const printed = execFileSync('sh', ['-c', `show() { printf '%s\\n' "$@"; }; packshot() { show "$@"; }; npm() { show "$@"; }; ${line}`])
  return String(printed).trimEnd().split('\n')
}

const readers: Readonly<Record<string, (line: string) => readonly string[]>> = {
  'bash, zsh': readSh,
  cmd: (line) => readCmd(line),
  'PowerShell 7.3 and newer': (line) => readPowerShell(line, 'exact'),
  'Windows PowerShell, and 7 before 7.3': (line) => readPowerShell(line, 'legacy'),
}

const link = 'packshot://connect?name=Shop&baseUrl=https%3A%2F%2Fa.example'
const meant = [
  ['connect', link],
  ['ask', '--question', 'Is "new" on it?'],
  ['run', '-s', 'packshot', '--', 'status', '--json'],
]

describe('the command lines in the README', () => {
  it.each(rows)('reach Packshot unchanged in $shell', ({ shell, lines }) => {
    const read = readers[shell]
    expect(read, shell).toBeDefined()
    expect(lines.map((line) => read?.(line))).toEqual(meant)
  })

  it('exist for each shell', () => {
    expect(rows.map(({ shell }) => shell)).toEqual(Object.keys(readers))
  })
})

describe('the README’s warnings', () => {
  it('are true: a link without quotes ends at its first &', () => {
    expect(readCmd(`packshot connect ${link}`)).toEqual(['connect', 'packshot://connect?name=Shop'])
    expect(readCmd(`packshot connect '${link}'`)).toEqual(['connect', "'packshot://connect?name=Shop"])
    expect(() => readPowerShell(`packshot connect ${link}`, 'exact')).toThrow('&')
  })

  it('are true: in cmd an & behind a \\" ends the command', () => {
    expect(readCmd('packshot ask --question "Is \\"new & blue\\" on it?"')).toEqual(['ask', '--question', 'Is "new '])
  })

  it('are true: Windows PowerShell removes plain quotes in a text, and newer versions pass backslashes on', () => {
    expect(readPowerShell(`packshot ask --question 'Is "new" on it?'`, 'legacy')).toEqual(['ask', '--question', 'Is new on it?'])
    expect(readPowerShell(`packshot ask --question 'Is \\"new\\" on it?'`, 'exact').at(-1)).toBe('Is \\"new\\" on it?')
  })

  it('are true: PowerShell keeps the first -- that is not in quotes', () => {
    expect(readPowerShell('npm run -s packshot -- status --json', 'exact')).toEqual(['run', '-s', 'packshot', 'status', '--json'])
  })

  it('are true: in double quotes PowerShell replaces what begins with $', () => {
    expect(() => readPowerShell('packshot ask --question "Is it $5?"', 'exact')).toThrow('$')
  })

  it('are true: packshot.cmd cuts off a link that PowerShell passes without quotes', () => {
    expect(readPowerShell(`packshot.cmd connect '${link}'`, 'exact')).toEqual(['connect', 'packshot://connect?name=Shop'])
  })
})
