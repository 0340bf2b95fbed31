import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = join(root, '.github/workflows')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly scripts: Readonly<Record<string, string>> }
const workflows = readdirSync(folder).map((name) => ({ name, content: readFileSync(join(folder, name), 'utf8') }))

/** npm's command lines for scripts: `npm test`, `npm start`, `npm run NAME`. */
const scriptsIn = (content: string): string[] => [...content.matchAll(/\bnpm (?:run )?([a-z][a-z-]*)/g)].map((match) => match[1] ?? '')

/** Each command line of the workflows, and how it was run during the development of Packshot, or why not. */
const runLines: Readonly<Record<string, string>> = {
  'npm test -- --all': 'executed for each change',
  'npm run typecheck': 'executed for each change',
  'npm run check': 'executed for each change',
  'npm run demo': 'executed on Linux',
  'npm run add-thousand': 'executed on Linux',
  'npm run package': 'executed on Linux, by the package tests too',
  'npm run gather-packages -- release made/*': 'executed on Linux with folders as test/build/update-files.test.ts makes them',
  'npm run sign-updates -- release': 'executed on Linux; test/build/update-files.test.ts signs and checks',
  'npm run apt-repository -- release': 'executed on Linux; test/build/apt-repository.test.ts lets apt take it',
  'sudo apt-get update && sudo apt-get install -y --no-install-recommends apt-utils': 'executed on Debian without sudo, as root',
  'sudo apt-get update && sudo apt-get install -y --no-install-recommends libsecret-1-0 gnome-keyring dbus-x11 xvfb xauth xdotool':
    'executed on Debian without sudo, as root',
}

describe('workflows', () => {
  it('run only command lines that were tried', () => {
    const lines = workflows.flatMap(({ content }) => [...content.matchAll(/^\s*(?:- )?run: (.*)$/gm)].map((match) => match[1] ?? ''))
    expect([...new Set(lines)].sort()).toEqual(Object.keys(runLines).sort())
  })

  it('check each system where Packshot runs: types, lint, unit tests, the main job and a thousand pictures', () => {
    const job = /macos-and-windows:(.*)/s.exec(workflows.find(({ name }) => name === 'ci.yml')?.content ?? '')?.[1] ?? ''
    for (const system of ['macos-latest', 'windows-latest']) expect(job).toContain(system)
    for (const line of ['npm run check', 'npm run demo', 'npm run add-thousand']) expect(job).toContain(`run: ${line}`)
  })

  it.each(workflows)('$name is a valid workflow', (workflow) => {
    const { context } = parseWorkflow(workflow, new NoOperationTraceWriter())
    expect(context.errors.getErrors().map((error) => error.message)).toEqual([])
  })

  it.each(workflows)('$name may read, runs pinned actions only, and leaves no token behind', ({ content }) => {
    expect(content.match(/^permissions:\n(?: {2}.*\n)+/gm)).toEqual(['permissions:\n  contents: read\n'])
    expect(content.match(/permissions:/g)).toHaveLength(1)
    const actions = [...content.matchAll(/uses: (\S+)/g)].map((match) => match[1] ?? '')
    expect(actions.length).toBeGreaterThan(0)
    for (const action of actions) expect(action).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40}$/)
    const checkouts = content.match(/uses: actions\/checkout@.*\n {8}with:\n {10}persist-credentials: false\n/g) ?? []
    expect(checkouts).toHaveLength(actions.filter((action) => action.startsWith('actions/checkout@')).length)
  })

  it('give secrets to the step that signs, in a protected environment, after everything is installed', () => {
    for (const { name, content } of workflows) {
      const steps = content.split(/^ {6}- /m)
      const withSecrets = steps.filter((step) => step.includes('secrets.'))
      expect(withSecrets.map((step) => step.split('\n')[0])).toEqual(
        name === 'release.yml'
          ? ['run: npm run package', 'name: Sign what the update files name', 'name: An apt repository of the Debian packages']
          : [],
      )
    }
    const release = workflows.find(({ name }) => name === 'release.yml')?.content ?? ''
    expect(release).toMatch(/environment: release\n/)
    expect(release.indexOf('run: npm run typecheck')).toBeLessThan(release.indexOf('run: npm run package'))
  })

  it.each(workflows)('$name runs only scripts that package.json has', ({ content }) => {
    const named = scriptsIn(content)
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  })
})
