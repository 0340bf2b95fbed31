import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Profile } from './steps.ts'

/** One fault put into the source of the core: a text that must be there exactly once, and its replacement. */
type Mutation = {
  readonly name: string
  /** Only seeds of this profile are tried. */
  readonly profile?: Profile
  readonly changes: readonly { readonly file: string; readonly from: string; readonly to: string }[]
}

const one = (name: string, file: string, from: string, to: string): Mutation => ({ name, changes: [{ file, from, to }] })
const ofPlans = (...facts: Parameters<typeof one>): Mutation => ({ ...one(...facts), profile: 'plans' })
const ofSheet = (...facts: Parameters<typeof one>): Mutation => ({ ...one(...facts), profile: 'sheet' })
const ofLists = (...facts: Parameters<typeof one>): Mutation => ({ ...one(...facts), profile: 'catalogue' })
const ofCommands = (name: string, ...changes: Mutation['changes']): Mutation => ({ name, changes, profile: 'commands' })
const ofVersions = (...facts: Parameters<typeof one>): Mutation => ({ ...one(...facts), profile: 'versions' })

const ask = 'electron/core/answers/questions/ask.ts'
const cancelJobs = 'electron/core/queue/cancel-jobs.ts'

/** The faults listed in issue 10, and some in product lists and matches. */
export const mutations: readonly Mutation[] = [
  one(
    'fold by clock',
    'electron/core/products/ledger/fold-facts.ts',
    "    case 'stated':\n      return {",
    "    case 'stated':\n      if (state.basis && state.basis.at.wall > fact.at.wall) return state\n      return {",
  ),
  one(
    '`refused` ignored',
    'electron/core/products/ledger/fold-facts.ts',
    "case 'refused':\n      return { ...state, pending: voidRefused(state.pending, fact.sent) }",
    "case 'refused':\n      return state",
  ),
  one(
    '`shown` trusted when it lacks what was sent',
    'electron/core/products/ledger/judge-shown-list.ts',
    'if (!holdsWhatWasSent(shown, sent.ids)) return false',
    'if (shown.length < 0) return false',
  ),
  one(
    'no age check at sending',
    'electron/core/products/ledger/judge-age.ts',
    'limitMs !== null && ageOf(since, now) > limitMs',
    'limitMs !== null && ageOf(since, now) < 0',
  ),
  one(
    'merge skipped on adoption',
    'electron/core/products/ledger/adopt-products.ts',
    'of twins) products.merge(',
    'of twins.slice(0, 0)) products.merge(',
  ),
  one(
    'doubts lost on restore',
    'electron/core/restored-library.ts',
    'createProductStore(journal, ports.clock).doubtAllLists()\n      doubtRestoredJobs(jobs, ports.clock.now())\n      return',
    'return',
  ),
  one(
    'recovery row dropped',
    'electron/core/base/database/restore-library.ts',
    "VALUES (?, ?, ?, ?, ?, 'rebuilding', ?)",
    "SELECT ?, ?, ?, ?, ?, 'rebuilding', ? WHERE 0",
  ),
  one(
    'flush retried after a failure',
    'electron/core/base/database/flush-file.ts',
    'failure = { error }\n      throw error',
    'await flusher.flush()',
  ),
  one(
    '`not_before` unbounded',
    'electron/core/queue/job-store.ts',
    'AND (not_before <= ? OR not_before > ? OR updated_at > ?)',
    'AND (not_before <= ? OR not_before > 1e15 + ? OR updated_at > 1e15 + ?)',
  ),
  one('repeat note dropped', 'electron/core/queue/repeats.ts', 'return earlier === 0 ? null', 'return earlier >= 0 ? null'),
  ofVersions(
    'place of an earlier file given up',
    'electron/core/products/ledger/plan-list.ts',
    'ids: exchange(meanwhile(state, circumstances), swaps), takesOff',
    'ids: without(meanwhile(state, circumstances), swaps.map(([from]) => from)), takesOff',
  ),
  ofVersions(
    'earlier file put into a list that it left',
    'electron/core/products/ledger/plan-list.ts',
    'ids: exchange(meanwhile(state, circumstances), swaps), takesOff',
    'ids: withoutRepeats([...meanwhile(state, circumstances), ...wanted.map(([from]) => from)]), takesOff',
  ),
  ofLists(
    'interrupted import left',
    'electron/core/products/catalogue/opened-lists.ts',
    'if (catalogue.hasUnfinished()) journal.write(() => catalogue.giveUpAll())',
    'catalogue.hasUnfinished()',
  ),
  ofLists(
    'missing products dropped',
    'electron/core/products/catalogue/import-list.ts',
    'for (let seq = 0; ; ) {\n        const seqs',
    'for (let seq = 1e15; ; ) {\n        const seqs',
  ),
  ofLists(
    'rules over a person',
    'electron/core/products/matching/match-rows.ts',
    "if (isOfRules && before.some(({ decided_by }) => decided_by === 'person')) continue",
    "if (isOfRules && before.some(({ decided_by }) => decided_by === 'nobody')) continue",
  ),
  ofLists(
    'change of matches acknowledged too early',
    'electron/core/products/matching/renew-match-keys.ts',
    '  const result = journal.write(change)\n  await journal.durable()\n',
    '  const result = journal.write(change)\n',
  ),
  ofPlans(
    'plan acknowledged too early',
    'electron/core/products/plans/api.ts',
    '      await journal.durable()\n      planWorker.wakeAlone()\n',
    '      planWorker.wakeAlone()\n',
  ),
  ofSheet(
    'approval that does not stay',
    'electron/core/base/database/schema.ts',
    "CASE WHEN review = 'approved' OR review = 'draft' AND edited_text <> '' THEN 1",
    "CASE WHEN review = 'draft' AND edited_text <> '' THEN 1",
  ),
  ofSheet(
    'earlier texts swept',
    'electron/core/answers/sheet/sheet-history.ts',
    "listIn('over')]",
    "[...listIn('over'), ...listIn('done')]]",
  ),
  ofSheet(
    'merge without a shown difference',
    'electron/core/answers/sheet/judge-cells.ts',
    "if (isMineNewer === isTheirsNewer) return 'differs'",
    "if (isMineNewer === isTheirsNewer) return 'theirs'",
  ),
  ofSheet(
    'merge of what nobody decided',
    'electron/core/exchange/handover/merge-plan.ts',
    "const use = key === null ? null : choiceFor('cell', key)",
    "const use = key === null ? null : (choiceFor('cell', key) ?? 'theirs')",
  ),
  ofSheet(
    'interrupted merge left',
    'electron/core/exchange/handover/create-handovers.ts',
    'const plan = await planFile.read()',
    'const plan = await planFile.read().then(() => undefined)',
  ),
  ofSheet(
    'text certain without an answer',
    'electron/core/products/texts/text-questions.ts',
    'pending.every((one) => one.jobId === jobId)',
    'pending.every((one) => one.jobId !== jobId || one.jobId === jobId)',
  ),
  ofSheet(
    'earlier text trusted',
    'electron/core/products/texts/text-questions.ts',
    'if (before !== null) return shown !== before &&',
    'if (before !== null) return shown === before ||',
  ),
  ofCommands(
    'rest of an ask queued after a cancel',
    { file: ask, from: 'const pairsAtOnce = 100_000', to: 'const pairsAtOnce = 105' },
    {
      file: ask,
      from: "if (from > 0 && jobs.wasCancelled(cancels, 'analyse-image',",
      to: "if (from < 0 && jobs.wasCancelled(cancels, 'analyse-image',",
    },
  ),
  ofCommands(
    'workspace of an ask read again',
    { file: ask, from: 'const pairsAtOnce = 100_000', to: 'const pairsAtOnce = 105' },
    { file: ask, from: 'owner ??= connectionId()', to: 'owner = connectionId()' },
  ),
  ofCommands('plan continues after its workspace was left', {
    file: 'electron/core/workspaces/connections/workspaces-api.ts',
    from: '    plans.cancelAhead(connectionId)\n',
    to: '',
  }),
  ofCommands('cancel of all workspaces', {
    file: cancelJobs,
    from: '.connection_id IS :connectionId`]',
    to: '.id IS NOT :connectionId`]',
  }),
  ofCommands('cancelled work is waited for', {
    file: cancelJobs,
    from: 'for (const { id, cause } of dependents) settle',
    to: 'for (const { id, cause } of dependents.slice(0, 0)) settle',
  }),
  ofCommands('cancelled question that is asked again stays cancelled', {
    file: ask,
    from: "if (found?.state === 'running' && found.isCancelled) jobs.apply",
    to: "if (found?.state === 'running' && found.isCancelled && again) jobs.apply",
  }),
  ofCommands('change of a connection as it was', {
    file: 'electron/core/workspaces/connections/api.ts',
    from: 'changeConnection(connections.get(id) ?? workspace.connection, input)',
    to: 'changeConnection(workspace.connection, input)',
  }),
  ofCommands('trials at once', {
    file: 'electron/core/workspaces/connections/connecting.ts',
    from: 'const trials = createTurns()',
    to: 'const trials = <T>(work: () => Promise<T>): Promise<T> => work()',
  }),
  ofCommands('question asked before not looked for', {
    file: ask,
    from: "again ? ['waiting', 'running'] : ['waiting', 'running', 'done', 'parked'])",
    to: "again ? ['waiting', 'running'] : ['running', 'done', 'parked'])",
  }),
  ofCommands('question of no workspace asked twice', {
    file: 'electron/core/follow-connections.ts',
    from: '    cancelTwins()\n',
    to: '',
  }),
  ofCommands('failed work about a removed picture waits', {
    file: 'electron/core/queue/shelve-jobs.ts',
    from: `about(operations, "one.state = 'running'")`,
    to: `about(operations, "one.state = 'gone'")`,
  }),
  ofCommands('cancel leaves what comes back', {
    file: cancelJobs,
    from: "} AND iif(status -> '$.was'",
    to: "} AND FALSE AND iif(status -> '$.was'",
  }),
  ofCommands('undo of a fix puts back what was before', {
    file: 'electron/core/checks/fix-pictures.ts',
    from: 'toFixesKey(takeBackFixes(readFixesKey(now), readFixesKey(before), readFixesKey(after)))',
    to: 'before',
  }),
  ofCommands('work stays with a record that is merged', {
    file: 'electron/core/products/ledger/merge-products.ts',
    from: "  moveJobs(journal, from, into, 'all')\n",
    to: '',
  }),
  ofCommands('rules applied where a person goes meanwhile', {
    file: 'electron/core/products/matching/api.ts',
    from: 'const asked = (): (() => string | null) => ownerAskedIn(connections)',
    to: 'const asked = (): (() => string | null) => activeId',
  }),
  ofCommands('watched file left with a picture that became a version', {
    file: 'electron/core/watching/watched-files.ts',
    from: "journal.run('UPDATE watched_files SET image_id = ? WHERE image_id = ?', into, imageId)",
    to: 'void [imageId, into]',
  }),
  ofSheet('repeated text unsaid', 'electron/core/queue/repeats.ts', 'return earlier === 0 ? null', 'return earlier >= 0 ? null'),
]

const root = fileURLToPath(new URL('../..', import.meta.url))
const copied = ['electron/core', 'shared', 'test/simulation', 'test/support', 'package.json', 'tsconfig.json']

/** A copy of the project with a fault; throws if the text to change is missing or not unique. */
const makeMutant = ({ changes }: Mutation): string => {
  for (const { file, from } of changes) {
    const times = readFileSync(join(root, file), 'utf8').split(from).length - 1
    if (times !== 1) throw new Error(`Its text is ${times} times in ${file}, not once.`)
  }
  const folder = mkdtempSync(join(tmpdir(), 'packshot-mutant-'))
  for (const part of copied) cpSync(join(root, part), join(folder, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  for (const { file, from, to } of changes) {
    const text = readFileSync(join(folder, file), 'utf8')
    writeFileSync(join(folder, file), text.replace(from, to))
  }
  return folder
}

type Line = {
  readonly seed?: number
  readonly seeds?: number
  readonly violation?: { readonly kind: string; readonly message: string } | null
}

/** The first seed that breaks a promise in a project; `null`: none does. Rejects if some could not be run. */
const firstBroken = (folder: string, from: number, to: number, profile?: Profile): Promise<Line | null> =>
  new Promise((resolve, reject) => {
    const script = join(folder, 'test/simulation/simulate.ts')
    const child = spawn(
      process.execPath,
      [script, '--from', String(from), '--to', String(to), ...(profile ? ['--profile', profile] : [])],
      {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    let text = ''
    let found: Line | null = null
    let isWhole = false
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      const lines = (text + piece).split('\n')
      text = lines.pop() ?? ''
      for (const line of lines) {
        const read = JSON.parse(line) as Line
        if (read.seeds !== undefined) isWhole = true
        if (found || !read.violation) continue
        found = read
        child.kill()
      }
    })
    child.once('error', reject)
    child.once('close', () => (found || isWhole ? resolve(found) : reject(new Error('The simulation ended before its last seed.'))))
  })

/** True if each mutation is noticed by one of at most `most` seeds that the unchanged core passes. Prints how many seeds it took. */
export const findMutations = async (most: number, only: string | undefined, print: (line: string) => void): Promise<boolean> => {
  let missed = 0
  for (const mutation of mutations.filter(({ name }) => only === undefined || name.includes(only))) {
    let folder = ''
    try {
      folder = makeMutant(mutation)
      let outcome: string | null = null
      for (let from = 1; from <= most; ) {
        const broken = await firstBroken(folder, from, most + 1, mutation.profile)
        if (broken?.seed === undefined) break
        const asItIs = await firstBroken(dirname(join(root, 'package.json')), broken.seed, broken.seed + 1)
        if (!asItIs) {
          outcome = `noticed after ${broken.seed} seeds (${broken.violation?.kind}): ${broken.violation?.message ?? ''}`
          break
        }
        from = broken.seed + 1
      }
      if (outcome === null) missed++
      print(`${mutation.name}: ${outcome ?? `not noticed in ${most} seeds`}`)
    } catch (error) {
      missed++
      print(`${mutation.name}: could not be tried. ${error instanceof Error ? error.message : String(error)}`)
    } finally {
      if (folder !== '') rmSync(folder, { recursive: true, force: true })
    }
  }
  return missed === 0
}
