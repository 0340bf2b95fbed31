import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readCmd, readPowerShell } from '../support/shell-models.ts'

/** The first table of the command line's README: what to type in each shell. */
const page = readFileSync(new URL('../../electron/cli/README.md', import.meta.url), 'utf8')
const rows = [...page.matchAll(/^\| ([^|]+) \| `(.+?)` \| `(.+?)` \| `(.+?)` \|$/gm)].map(([, shell = '', ...lines]) => ({ shell, lines }))

/** What `sh` gives a program that is called so. */
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

describe('what the README says to type', () => {
  it.each(rows)('in $shell reaches Packshot as it is meant', ({ shell, lines }) => {
    const read = readers[shell]
    expect(read, shell).toBeDefined()
    expect(lines.map((line) => read?.(line))).toEqual(meant)
  })

  it('is there for each shell', () => {
    expect(rows.map(({ shell }) => shell)).toEqual(Object.keys(readers))
  })
})

describe('what it warns of', () => {
  it('a link without quotes ends at its first &', () => {
    expect(readCmd(`packshot connect ${link}`)).toEqual(['connect', 'packshot://connect?name=Shop'])
    expect(readCmd(`packshot connect '${link}'`)).toEqual(['connect', "'packshot://connect?name=Shop"])
    expect(() => readPowerShell(`packshot connect ${link}`, 'exact')).toThrow('&')
  })

  it('in cmd an & behind a \\" ends the command', () => {
    expect(readCmd('packshot ask --question "Is \\"new & blue\\" on it?"')).toEqual(['ask', '--question', 'Is "new '])
  })

  it('Windows PowerShell takes plain quotes in a text away, and a newer one passes backslashes on', () => {
    expect(readPowerShell(`packshot ask --question 'Is "new" on it?'`, 'legacy')).toEqual(['ask', '--question', 'Is new on it?'])
    expect(readPowerShell(`packshot ask --question 'Is \\"new\\" on it?'`, 'exact').at(-1)).toBe('Is \\"new\\" on it?')
  })

  it('PowerShell keeps the first -- that is not in quotes', () => {
    expect(readPowerShell('npm run -s packshot -- status --json', 'exact')).toEqual(['run', '-s', 'packshot', 'status', '--json'])
  })

  it('in double quotes PowerShell replaces what begins with $', () => {
    expect(() => readPowerShell('packshot ask --question "Is it $5?"', 'exact')).toThrow('$')
  })

  it('packshot.cmd cuts a link off that PowerShell hands it without quotes', () => {
    expect(readPowerShell(`packshot.cmd connect '${link}'`, 'exact')).toEqual(['connect', 'packshot://connect?name=Shop'])
  })
})
