import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { runCommand } from '../../electron/cli/run-command.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const helpOf = async (words: readonly string[]): Promise<string> => {
  let said = ''
  const code = await runCommand([...words, '--help'], {
    version: '1.2.3',
    entries: { imageProcess: 'none', sampleWorkspace: 'none' },
    environment: {},
    platform: process.platform,
    stdout: (text) => {
      said += text
    },
    stderr: () => {},
    stdin: Readable.from(['']),
  })
  return code === 0 ? said : ''
}

/** `“packshot products settle FILE”` in a source file: its words, and its options. */
const readNamed = (file: string): { readonly words: readonly string[]; readonly options: readonly string[]; readonly text: string }[] =>
  [...readFileSync(file, 'utf8').matchAll(/“packshot ([^”\n]*)”/g)].map(([text, line = '']) => {
    const tokens = line.replace(/\$\{[^}]*\}/g, 'NAME').split(/\s+/)
    const end = tokens.findIndex((token) => !/^[a-z][a-z-]*$/.test(token))
    return {
      text,
      words: end < 0 ? tokens : tokens.slice(0, end),
      options: tokens.filter((token) => token.startsWith('--')).map((token) => token.replace(/[^a-z-].*$/, '')),
    }
  })

/** Whether this help is that of these words; the last of them may be its argument, as in “packshot publishing bucket”. */
const isCommand = (words: readonly string[], help: string): boolean => {
  const [, command = '', rest = ''] = /^Usage: packshot ((?:[a-z-]+ )*)\[options\](.*)/.exec(help) ?? []
  const named = command.trim().split(' ').filter(Boolean)
  const isNamed = named.length > 0 || words.length === 0
  return isNamed && named.every((word, at) => words[at] === word) && words.length - named.length <= (rest.match(/[[<]/g)?.length ?? 0)
}

const sources = ['shared', 'electron/cli', 'electron/core', 'renderer'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(root, folder, name)),
)

it('names only commands that there are, with options that they have', async () => {
  const named = sources.flatMap(readNamed)
  expect(named.length).toBeGreaterThan(40)
  const helps = new Map<string, string>()
  for (const { words } of named) if (!helps.has(words.join(' '))) helps.set(words.join(' '), await helpOf(words))
  const wrong = named.filter(({ words, options }) => {
    const help = helps.get(words.join(' ')) ?? ''
    return !isCommand(words, help) || options.some((option) => !help.includes(option))
  })
  expect(wrong.map(({ text }) => text)).toEqual([])
})
