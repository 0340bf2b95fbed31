import { libraryRules } from './library-rules.ts'
import type { ModelService } from './model-service.ts'
import type { Oracle } from './oracle.ts'
import type { SimPackshot } from './sim-packshot.ts'
import type { World } from './world.ts'

type Ports = {
  readonly world: World
  readonly packshot: SimPackshot
  readonly services: readonly ModelService[]
  readonly oracle: Pick<Oracle, 'report'>
}

/** What was done between two looks: one command, or two at once. */
type Moment = {
  readonly life: unknown
  readonly begun: string[]
  readonly done: Set<string>
  readonly asks: (readonly string[])[]
  readonly left: Set<string>
  readonly settings: Set<string>
  isCancelled: boolean
}

const quoted = (texts: readonly string[]): string => texts.map((one) => `'${one}'`).join(', ')
const numberIn = (text: string): number => Number(/\d+$/.exec(text)?.[0] ?? 0)
/** A connection that was typed in has the usual settings, whatever is changed while it is tried. */
const typedIn = ['connects', 'tries a connection']
/** Work of a workspace that was left may be there again after these. */
const reconnecting = ['connects', 'tries a connection', 'switches', 'restores', 'resumes a plan']

/** What holds after any two commands at once: each was done as a whole or not at all, for the workspace of its moment. */
export const createCommandPromises = ({ world, packshot, services, oracle }: Ports) => {
  const { name } = packshot
  const fresh = (): Moment => ({
    ...{
      life: packshot.running()?.life,
      begun: [],
      done: new Set<string>(),
      asks: [],
      left: new Set<string>(),
      settings: new Set<string>(),
    },
    isCancelled: false,
  })
  let moment = fresh()
  /** Words that a person approved, with their picture. */
  const words = new Map<string, string>()
  const removedImages = new Set<string>()
  /** Connection and field → value. */
  const settings = new Map<string, unknown>()
  const excused = new Set<string>()

  const ids = (sql: string): string[] => packshot.query(sql).map((row) => String(row.id))
  const count = (sql: string): number => Number(packshot.query(sql)[0]?.n ?? 0)
  const active = (): string | undefined => ids('SELECT id FROM connections WHERE active = 1')[0]
  const isReadable = (): boolean =>
    packshot.running() !== null && packshot.openLibrary()?.isTransaction === false && packshot.disk.fault() === 'none'

  const checkQuestions = (questions: readonly string[]): void => {
    const rows = packshot.query(
      `SELECT connection_id AS owner, state, attempts > 0 AS tried, count(*) AS n FROM jobs WHERE operation = 'analyse-image' AND work ->> '$.question' IN (${quoted(questions)})
       GROUP BY connection_id, state, tried`,
    )
    const owners = new Set(rows.map(({ owner }) => String(owner)))
    const told = `${moment.begun.join(' while it ')}: ${JSON.stringify(rows)}`
    if (owners.size > 1) oracle.report('wrong-workspace', `${name} ${told}`)
    const has = (state: string): boolean => rows.some((row) => row.state === state && row.tried === 0)
    if (moment.isCancelled && has('cancelled') && has('waiting')) oracle.report('half-done', `${name} ${told}`)
  }

  /** Nothing of a workspace that was left with its work cancelled is to be sent after it is connected again. */
  const checkLeft = (id: string): void => {
    const jobs = packshot
      .query(`SELECT operation AS id FROM jobs WHERE connection_id = '${id}' AND state IN ('waiting', 'parked') AND attempts = 0
         AND (operation <> 'upload-source' OR id IN (SELECT depends_on FROM job_dependencies))`)
      .map((row) => String(row.id))
    const ahead = count(
      `SELECT count(*) AS n FROM plan_products JOIN plans ON plans.seq = plan WHERE todo = 1 AND doing <> 'cancel' AND connection_id = '${id}'`,
    )
    if (jobs.length + ahead > 0)
      oracle.report('half-done', `${name} ${moment.begun.join(' while it ')}: ${jobs.slice(0, 4)} and ${ahead} products of a plan are left`)
  }

  const checkWords = (): void => {
    if (words.size === 0) return
    const kept = packshot
      .query(
        `SELECT images.id AS id, coalesce(edited_text, '') AS said FROM answers JOIN images ON images.id = image_id WHERE removed_at IS NULL
         UNION ALL SELECT images.id, coalesce(before, '') || coalesce(after, '') FROM sheet_before JOIN images ON images.id = image_id
         WHERE removed_at IS NULL
         UNION ALL SELECT images.id, event FROM cell_history JOIN images ON images.id = image_id WHERE removed_at IS NULL`,
      )
      .map((row) => String(row.said))
      .join('\n')
    for (const [text, imageId] of words)
      if (!kept.includes(text) && !removedImages.has(imageId))
        return void oracle.report('words-gone', `${name} approved “${text}” in ${imageId}, and no picture has it`)
  }

  /** A later text was never replaced by an earlier one. */
  const checkOrder = (): void => {
    // What a person cancelled is not wanted there any more.
    const cancelled = new Set(
      packshot
        .query(
          "SELECT work ->> '$.text' AS text FROM jobs WHERE operation = 'set-text' AND (state = 'cancelled' OR status ->> '$.isCancelled' = 1)",
        )
        .map((row) => String(row.text)),
    )
    for (const service of services) {
      const highest = new Map<string, number>()
      for (const one of service.effects) {
        if (one.kind !== 'text' || one.by !== name || one.attribute !== `Words ${name}`) continue
        const number = numberIn(one.sent)
        const before = highest.get(one.productId) ?? 0
        if (number < before && !excused.has(one.sent))
          return void oracle.report('older-after-newer', `${name} sent “${one.sent}” to ${one.productId} after ${before}`)
        if (!cancelled.has(one.sent)) highest.set(one.productId, Math.max(before, number))
      }
    }
  }

  const checkOwners = (): void => {
    const [use] = packshot.query('SELECT value FROM connections WHERE active = 1')
    if (!use) return
    if (String(use.value).includes('nobody.example'))
      return void oracle.report('wrong-workspace', `${name} uses a workspace that it could not connect`)
    const loose = count("SELECT count(*) AS n FROM jobs WHERE connection_id IS NULL AND state IN ('waiting', 'running', 'parked')")
    if (loose > 0) oracle.report('wrong-workspace', `${name} is connected, and ${loose} jobs are of no workspace`)
  }

  const rules = libraryRules(name)
  const checkRules = (): void => {
    for (const { kind, says, sql } of rules) {
      const rows = packshot.query(sql)
      if (rows.length > 0)
        return void oracle.report(kind, `${name} has ${says}: ${String(rows[0]?.it)} (${moment.begun.join(' while it ')})`)
    }
  }

  const checkSettings = (): void => {
    for (const [key, value] of settings) {
      const [id, field = ''] = key.split(' ')
      const [row] = packshot.query(`SELECT value ->> '$.${field}' AS value FROM connections WHERE id = '${id}'`)
      if (row && row.value !== value)
        return void oracle.report('setting-lost', `${name} set ${field} to ${value}, and has ${String(row.value)}`)
    }
  }

  /** No other command is under way: what is acknowledged is there. */
  const isAlone = (): boolean => moment.begun.length === 1

  const check = (): void => {
    if (!isReadable()) return
    checkOwners()
    checkRules()
    checkWords()
    checkOrder()
    checkSettings()
  }

  return {
    check,
    begin: (): void => {
      moment = fresh()
    },
    isAlone,
    begins: (does: string): void => void moment.begun.push(does),
    isDone: (does: string): void => void moment.done.add(does),
    /** Both commands have ended, if nothing else did. */
    end: (): void => {
      if (moment.begun.some((does) => typedIn.includes(does))) settings.clear()
      if (!isReadable() || packshot.running()?.life !== moment.life || moment.done.size < moment.begun.length) return
      for (const questions of moment.asks) checkQuestions(questions)
      if (!moment.begun.some((does) => reconnecting.includes(does))) for (const id of moment.left) checkLeft(id)
      check()
    },
    here: (): ModelService | undefined => {
      const [use] = packshot.query('SELECT value FROM connections WHERE active = 1')
      return services.find(({ baseUrl }) => String(use?.value).includes(baseUrl))
    },
    asks: (questions: readonly string[], isNew: boolean): void => {
      if (isNew) moment.asks.push(questions)
    },
    said: (text: string, imageId: string): void => void words.set(text, imageId),
    /** This text was there before another one that a person wrote. */
    earlier: (text: string, events: readonly { readonly text: string | null }[] | undefined): void => {
      if (events && !events.some((event) => event.text === text))
        oracle.report('words-gone', `${name} wrote “${text}” before, and the cell’s history does not have it`)
    },
    /** What a person approved stays, if another one saves what they saw before. */
    stays: (text: string, shown: string): void => {
      if (shown !== text) oracle.report('approval-lost', `${name} approved “${text}”, and “${shown}” was saved from an earlier state`)
    },
    fixesOf: (imageId: string): string =>
      String(
        packshot.query(
          `SELECT fixes FROM picture_fixes JOIN originals ON sha256 = original JOIN images ON images.seq = picture AND images.version = originals.version
           WHERE images.id = '${imageId}'`,
        )[0]?.fixes ?? '',
      ),
    /** An earlier fix was undone: a later one of another kind stays. */
    undone: (before: string, after: string): void => {
      if (before.endsWith('j') && !after.endsWith('j'))
        oracle.report('undo-took-more', `${name} undid an earlier fix: “${before}” became “${after}”`)
    },
    /** `undefined`: another workspace is the one in use by now, and either may have got the value. */
    set: (id: string, field: string, value: unknown): void => {
      if (value === undefined) for (const key of settings.keys()) if (key.endsWith(` ${field}`)) settings.delete(key)
      const key = `${id} ${field}`
      // Of two at once either may be the last.
      if (value === undefined || moment.settings.has(key)) settings.delete(key)
      else settings.set(key, value)
      moment.settings.add(key)
    },
    connecting: (): void => {
      settings.clear()
      moment.settings.clear()
    },
    /** What is handed over has all products of one list: the one before or the one after. */
    countsOneList: async <T extends { readonly products: number } | undefined>(act: () => Promise<T>): Promise<T> => {
      const list = (): number =>
        count(
          `SELECT count(*) AS n FROM catalogue_entries JOIN catalogue_lists USING (import) WHERE state = 'current' AND connection_id = '${active() ?? ''}'`,
        )
      const [id, before] = [active(), list()]
      const done = await act()
      if (done && isReadable() && id === active() && done.products !== before && done.products !== list())
        oracle.report('half-done', `${name} handed over ${done.products} products; there were ${before}, and are ${list()}`)
      return done
    },
    /** Rules are applied where the person was. */
    onlyHere: async <T>(act: () => Promise<T>): Promise<T> => {
      const here = active() ?? ''
      const matched = (): string[] =>
        packshot
          .query(`SELECT connection_id, image_id FROM matches WHERE decided_by = 'rule' AND connection_id NOT IN ('', '${here}')`)
          .map((row) => `${row.connection_id} ${row.image_id}`)
      const isOfNone = count("SELECT count(*) AS n FROM matches WHERE connection_id = ''") > 0 || here === ''
      const before = new Set(matched())
      const done = await act()
      const added = matched().filter((one) => !before.has(one))
      const isAlone = moment.begun.filter((does) => does === 'applies rules').length === 1
      if (done !== undefined && isAlone && !isOfNone && isReadable() && added.length > 0)
        oracle.report('wrong-workspace', `${name} applied rules in ${here}, and matched ${added.join(', ')}`)
      return done
    },
    left: (id: string): void => {
      moment.left.add(id)
      moment.isCancelled = true
    },
    removes: (imageId: string): void => void removedImages.add(imageId),
    removed: (): string[] =>
      [...removedImages].filter(
        (id) => count(`SELECT count(*) AS n FROM images WHERE id = '${id}' AND removed_at IS NOT NULL AND version > 0`) > 0,
      ),
    /**
     * All of it is cancelled at one moment, with what would come back by itself; what waits in other workspaces, or is needed by other work, stays. `where`: which jobs are meant, as
     * a condition.
     */
    cancels: async <T>(act: () => Promise<T>, where: string, of: 'here' | 'anywhere' = 'here'): Promise<T> => {
      const here = active() ?? ''
      const elsewhere = (): number => count(`SELECT count(*) AS n FROM jobs WHERE connection_id <> '${here}' AND state = 'cancelled'`)
      const before = elsewhere()
      const cancelled = (): number => count(`SELECT count(*) AS n FROM jobs WHERE ${where} AND state = 'cancelled' AND attempts = 0`)
      let seen = cancelled()
      let rises = 0
      const look = (): void => {
        if (!isReadable()) return
        const now = cancelled()
        if (now > seen) rises++
        seen = now
      }
      const stop = isAlone() ? world.lookAtEach(look) : undefined
      const done = await act()
      look()
      stop?.()
      if (done === undefined || !isReadable()) return done
      moment.isCancelled = true
      if (!isAlone()) return done
      const told = `${name} ${moment.begun[0]}`
      if (rises > 1) oracle.report('half-done', `${told} at ${rises} moments`)
      const left = packshot.query(
        `SELECT operation, state FROM jobs WHERE ${where} AND uncertain_attempts = 0 AND (state IN ('waiting', 'parked')
           OR state = 'cancelled' AND status ->> '$.isShelved' = 1)
         AND NOT EXISTS (SELECT 1 FROM job_dependencies CROSS JOIN jobs AS needing ON needing.id = job_id
           WHERE depends_on = jobs.id AND needing.state <> 'cancelled')`,
      )
      if (left.length > 0) oracle.report('half-done', `${told}, and ${left.length} stay: ${JSON.stringify(left[0])}`)
      if (of === 'here' && here === active() && elsewhere() > before)
        oracle.report('wrong-workspace', `${name} cancelled work of another workspace than ${here}`)
      return done
    },
    /** What was acknowledged is there: each question has its job, or a text. */
    areAsked: (imageIds: readonly string[], questions: readonly string[]): void => {
      if (!isAlone() || !isReadable()) return
      const here = active()
      const there = count(
        `SELECT count(DISTINCT subject) AS n FROM jobs WHERE operation = 'analyse-image' AND connection_id IS ${here === undefined ? 'NULL' : `'${here}'`}
           AND state <> 'cancelled' AND (state <> 'running' OR status ->> '$.isCancelled' IS NOT 1) AND work ->> '$.imageId' IN (${quoted(imageIds)}) AND work ->> '$.question' IN (${quoted(questions)})`,
      )
      const wanted = imageIds.length * questions.length
      if (there < wanted) oracle.report('lost-work', `${name} asked ${wanted} questions, and has ${there}`)
    },
    isRemoved: (imageId: string, wanted: boolean): void => {
      if (!isAlone() || !isReadable()) return
      if (count(`SELECT count(*) AS n FROM images WHERE id = '${imageId}' AND (removed_at IS NOT NULL) = ${wanted}`) === 0)
        oracle.report('lost-work', `${name} ${moment.begun[0]} ${imageId}, and it is not so`)
    },
    excuse: (text: string): void => void excused.add(text),
  }
}
