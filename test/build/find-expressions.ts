import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))
const require = createRequire(import.meta.url)

type Verdict = {
  readonly status: 'safe' | 'vulnerable' | 'unknown'
  readonly complexity?: { readonly summary: string }
  readonly attack?: { readonly pattern: string }
}
export type CheckExpression = (source: string, flags: string, parameters: { readonly timeout: number }) => Verdict

/** recheck in JavaScript, without its native programs. */
export const loadChecker = (): CheckExpression => {
  process.env.RECHECK_BACKEND = 'pure'
  return (require('recheck') as { readonly checkSync: CheckExpression }).checkSync
}

const checkerVersion = (): string =>
  JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages['node_modules/recheck'].version

const provenFile = new URL('proven-expressions.json', import.meta.url)

/** The expressions that this version of recheck has found safe, by their source text. */
export const readProven = (): ReadonlySet<string> => {
  const { recheck, safe } = JSON.parse(readFileSync(provenFile, 'utf8')) as { readonly recheck: string; readonly safe: readonly string[] }
  return new Set(recheck === checkerVersion() ? safe : [])
}

export const writeProven = (safe: readonly string[]): void =>
  writeFileSync(provenFile, `${JSON.stringify({ recheck: checkerVersion(), safe: safe.toSorted() }, null, 2)}\n`)

export type Expression = { readonly file: string; readonly source: string; readonly flags: string }
type Node = { readonly type?: string; readonly [key: string]: unknown }
type InFile = { readonly file: string; readonly expressions: readonly Expression[] /** At run time, of texts. */; readonly made: number }

const collect = (file: string): InFile => {
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
  return { file, expressions, made }
}

/** The regular expressions of core, command, sample workspace and shared, file by file. */
export const findExpressions = (): readonly InFile[] =>
  globSync('{electron/core,electron/sample-workspace,electron/cli,shared}/**/*.ts', { cwd: root }).map((file) =>
    collect(file.replaceAll('\\', '/')),
  )

/** Without “*”, “+” and “{n,}” an expression reads a bounded number of characters from each position: there is nothing to prove. */
const repeats = ({ source }: Expression): boolean => /[*+]|\{\d+,\}/.test(source.replace(/\\./g, '').replace(/\[[^\]]*\]/g, ''))

/** Those that repeat something, without duplicates, by their source text. */
export const toProve = (found: readonly InFile[]): ReadonlyMap<string, Expression> =>
  new Map(found.flatMap(({ expressions }) => expressions.filter(repeats).map((one) => [`/${one.source}/${one.flags}`, one])))
