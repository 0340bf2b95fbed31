import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = join(root, '.github/workflows')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly scripts: Readonly<Record<string, string>> }
const workflows = readdirSync(folder).map((name) => ({ name, content: readFileSync(join(folder, name), 'utf8') }))

/** npm's own words for scripts: `npm test`, `npm start`, `npm run NAME`. */
const scriptsIn = (content: string): string[] => [...content.matchAll(/\bnpm (?:run )?([a-z][a-z-]*)/g)].map((match) => match[1] ?? '')

describe('workflows', () => {
  it.each(workflows)('$name is a valid workflow', (workflow) => {
    const { context } = parseWorkflow(workflow, new NoOperationTraceWriter())
    expect(context.errors.getErrors().map((error) => error.message)).toEqual([])
  })

  it.each(workflows)('$name runs only scripts that package.json has', ({ content }) => {
    const named = scriptsIn(content)
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  })
})
