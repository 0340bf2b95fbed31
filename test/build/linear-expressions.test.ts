import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vite'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

type Verdict = {
  readonly status: 'safe' | 'vulnerable' | 'unknown'
  readonly complexity?: { readonly summary: string }
  readonly attack?: { readonly pattern: string }
}
type CheckExpression = (source: string, flags: string, parameters: { readonly timeout: number }) => Verdict

/** recheck in JavaScript, without its native programs. */
const loadChecker = (): CheckExpression => {
  process.env.RECHECK_BACKEND = 'pure'
  return (createRequire(import.meta.url)('recheck') as { readonly checkSync: CheckExpression }).checkSync
}

type Expression = { readonly file: string; readonly source: string; readonly flags: string }
type Node = { readonly type?: string; readonly [key: string]: unknown }

/** Made of a text at run time: of words that we wrote, and measured by test/core/foreign-text/linear-time.test.ts. */
const madeOfOurWords = ['electron/sample-workspace/analysis/language.ts', 'electron/sample-workspace/content/brand-voice.ts']

const collect = (file: string): { readonly expressions: readonly Expression[]; readonly made: number } => {
  const expressions: Expression[] = []
  let made = 0
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one)
    if (Array.isArray(value) || typeof value !== 'object' || value === null) return
    const node = value as Node
    const { regex, callee } = node as { readonly regex?: { readonly pattern: string; readonly flags: string }; readonly callee?: Node }
    if (node.type === 'Literal' && regex) expressions.push({ file, source: regex.pattern, flags: regex.flags })
    if ((node.type === 'NewExpression' || node.type === 'CallExpression') && callee?.name === 'RegExp') made++
    for (const child of Object.values(node)) visit(child)
  }
  visit(parseAst(readFileSync(join(root, file), 'utf8'), { lang: 'ts' }))
  return { expressions, made }
}

/** Without “*”, “+” and “{n,}” an expression looks at a bounded number of characters from each place: there is nothing to prove. */
const repeats = ({ source }: Expression): boolean => /[*+]|\{\d+,\}/.test(source.replace(/\\./g, '').replace(/\[[^\]]*\]/g, ''))

const files = globSync('{electron/core,electron/sample-workspace,electron/cli,shared}/**/*.ts', { cwd: root }).map((file) =>
  file.replaceAll('\\', '/'),
)
const found = files.map((file) => ({ file, ...collect(file) }))

describe('the regular expressions of core, command, sample workspace and shared', () => {
  it('take time in proportion to the text', () => {
    const check = loadChecker()
    const all = new Map(found.flatMap(({ expressions }) => expressions.filter(repeats).map((one) => [`/${one.source}/${one.flags}`, one])))
    expect(all.size).toBeGreaterThan(50)
    const slow = [...all].flatMap(([name, { file, source, flags }]) => {
      const { status, complexity, attack } = check(source, flags, { timeout: 20_000 })
      return status === 'safe' ? [] : [{ name, file, status, why: complexity?.summary, attack: attack?.pattern }]
    })
    expect(slow).toEqual([])
  }, 300_000)

  it('are written out, where this can see them', () => {
    expect(found.filter(({ file, made }) => made > 0 && !madeOfOurWords.includes(file)).map(({ file }) => file)).toEqual([])
  })

  it('and a quadratic one would be noticed', () => {
    const check = loadChecker()
    expect(check('/+$', '', { timeout: 20_000 }).status).toBe('vulnerable')
    expect(check('\\s*;\\s*$', '', { timeout: 20_000 }).status).toBe('vulnerable')
  })
})
