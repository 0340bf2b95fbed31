import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createJournal, type Journal } from '../../../../electron/core/base/database/journal.ts'
import { migrate } from '../../../../electron/core/base/database/migrations.ts'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { operationDefinitions } from '../../../../electron/core/operations.ts'
import type { AttachTarget } from '../../../../electron/core/products/ledger/attach-target.ts'
import { createProductStore } from '../../../../electron/core/products/ledger/product-store.ts'
import { sendTexts, type TextToSend } from '../../../../electron/core/products/texts/send-texts.ts'
import { createJobStore } from '../../../../electron/core/queue/job-store.ts'
import type { Connection } from '../../../../shared/workspaces/connection.ts'

const clock = { ...systemPlatform.clock, now: () => 1_000 }

const openTexts = () => {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  const inner = createJournal(database, systemPlatform)
  let statements = 0
  const counted = <T extends 'run' | 'get' | 'all'>(name: T): Journal[T] =>
    ((...all: Parameters<Journal[T]>) => {
      statements += 1
      return (inner[name] as (...values: unknown[]) => unknown)(...all)
    }) as Journal[T]
  const journal: Journal = { ...inner, run: counted('run'), get: counted('get'), all: counted('all') }
  const jobs = createJobStore(journal, operationDefinitions)
  const products = createProductStore(journal, clock)
  const connection = () => ({ id: 'con_1' }) as Connection
  return {
    journal,
    jobs,
    products,
    send: (texts: readonly TextToSend[]) => sendTexts(() => texts, 'ask', { journal, jobs, products, clock, connection }),
    countStatements: () => statements,
  }
}

/** Ids are random: each row is named by what it is about. */
const lookAt = ({ journal }: ReturnType<typeof openTexts>) => {
  const nameOf = `(SELECT ifnull(product_id, ifnull(listed_as, name)) FROM products WHERE ref = jobs.work ->> '$.productRef')`
  return {
    products: journal.all('SELECT product_id, name, listed_as, created_by_us, connection_id, folded_words FROM products ORDER BY rowid'),
    jobs: journal.all(
      `SELECT operation, ${nameOf} AS product, work ->> '$.text' AS text, lower(work ->> '$.attribute') AS attribute, state, blocked_by,
         (SELECT group_concat(others.operation || ' ' || (SELECT ifnull(listed_as, name) FROM products WHERE ref = others.work ->> '$.productRef'))
          FROM job_dependencies JOIN jobs AS others ON others.id = depends_on WHERE job_id = jobs.id) AS waits_for
       FROM jobs ORDER BY operation, product, attribute, text, state`,
    ),
  }
}

const targets: readonly AttachTarget[] = [
  { kind: 'id', productId: 'prd_1' },
  { kind: 'id', productId: ' prd_1 ' },
  { kind: 'id', productId: 'prd_2' },
  { kind: 'id', productId: ' ' },
  { kind: 'new', name: 'Mug' },
  { kind: 'new', name: 'Cup' },
  { kind: 'new', name: '' },
  { kind: 'listed', listedAs: 'sku:1', name: 'Bowl' },
  { kind: 'listed', listedAs: 'sku:2', name: 'Bowl' },
  { kind: 'record', ref: 'first' },
  { kind: 'record', ref: 'gone' },
]
type Sent = { readonly target: AttachTarget; readonly attribute: string; readonly text: string }
const sent: fc.Arbitrary<Sent> = fc.record({
  target: fc.constantFrom(...targets),
  attribute: fc.constantFrom('Alt text', 'alt TEXT', 'Title', 'Images'),
  text: fc.constantFrom('Red', 'Blue'),
})
const become = fc.constantFrom('waiting', 'running', 'parked', 'done')

/** Products with a list of pictures, with one that is to come, and work in every state. */
const prepare = ({ journal, jobs, products }: ReturnType<typeof openTexts>, before: readonly string[]): void =>
  journal.write(() => {
    const action = { id: 'act_1', facts: { kind: 'add' } } as const
    const [one, two] = ['prd_1', 'prd_2'].map((productId) =>
      products.add({ productId, name: null, connectionId: 'con_1', createdByUs: false }, 1),
    )
    if (!one || !two) throw new Error('added')
    products.facts.add(one.ref, 'Images', { kind: 'shown', ids: ['src_1'], isComplete: true })
    const attach = { operation: 'attach-sources', productRef: two.ref, attribute: 'images', pictures: 1, current: null, asked: 1 } as const
    jobs.add(action, { ...attach, onlyReady: false, waits: false }, 'con_1', [], 1)
    for (const [at, state] of before.entries()) {
      const work = {
        operation: 'set-text',
        productRef: at % 2 === 0 ? one.ref : two.ref,
        attribute: 'Alt text',
        text: 'Red',
        unknown: 'ask',
      } as const
      const { id } = jobs.add(action, work, 'con_1', [], 1)
      if (state === 'running' || state === 'done') jobs.apply(id, { kind: 'start', at: 2 })
      if (state === 'done') jobs.apply(id, { kind: 'succeed', at: 3, notes: [], repeat: null })
      const reason = { code: 'rejected', failure: { kind: 'unexpected', said: 'no' } } as const
      if (state === 'parked') jobs.apply(id, { kind: 'park', at: 3, reason, choices: ['retry'] })
    }
  })

it('texts sent at once leave what they leave when each is sent by itself', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(sent, { minLength: 1, maxLength: 12 }), fc.array(become, { maxLength: 4 }), async (all, before) => {
      const [together, apart] = [openTexts(), openTexts()]
      for (const one of [together, apart]) prepare(one, before)
      const toSend = (own: ReturnType<typeof openTexts>): TextToSend[] => {
        const first = String(own.journal.get("SELECT ref FROM products WHERE product_id = 'prd_1'")?.ref)
        const seen = new Map<string, TextToSend>()
        for (const { target, attribute, text } of all) {
          const to = target.kind === 'record' && target.ref === 'first' ? { ...target, ref: first } : target
          // One text of each product and attribute: the same may be named in two ways.
          const key = JSON.stringify(
            to.kind === 'id' || (to.kind === 'record' && to.ref === first) ? 'productId' in to && to.productId.trim() === 'prd_2' : to,
          )
          seen.set(`${key} ${attribute.toLowerCase()}`, { key, target: () => to, attribute, text })
        }
        return [...seen.values()]
      }
      const counts = await together.send(toSend(together))
      const added = { queued: 0, same: 0, blocked: 0 }
      for (const one of toSend(apart)) {
        const { queued, same, blocked } = await apart.send([one])
        added.queued += queued
        added.same += same
        added.blocked += blocked
      }
      expect(counts).toEqual(added)
      expect(lookAt(together)).toEqual(lookAt(apart))
    }),
    { numRuns: 40 },
  )
})

it('many texts take no more statements than one', async () => {
  let written = 0
  const texts = (kind: 'id' | 'new' | 'listed', from: number, count: number): TextToSend[] =>
    Array.from({ length: count }, (_, at) => {
      const [key, name] = [`${kind} ${from + at}`, `Mug ${from + at}`]
      const target: AttachTarget =
        kind === 'id'
          ? { kind, productId: `prd_${from + at}` }
          : kind === 'new'
            ? { kind, name }
            : { kind, listedAs: `sku:${from + at}`, name }
      return { key, target: () => target, attribute: 'Alt text', text: `${++written}` }
    })
  const { send, countStatements } = openTexts()
  const take = async (all: readonly TextToSend[]): Promise<number> => {
    const before = countStatements()
    await send(all)
    return countStatements() - before
  }
  for (const kind of ['id', 'new', 'listed'] as const) {
    const one = await take(texts(kind, 0, 1))
    expect(await take(texts(kind, 1, 500)), kind).toBeLessThanOrEqual(one)
    // Those that wait are replaced.
    const again = await take(texts(kind, 0, 1))
    expect(await take(texts(kind, 1, 500)), kind).toBeLessThanOrEqual(again)
  }
})

it('a text waits for the creation of its own product, where two of the list have one name', async () => {
  const opened = openTexts()
  const text = (sku: string, words: string): TextToSend => ({
    ...{ key: `${sku} ${words}`, attribute: words, text: words },
    target: () => ({ kind: 'listed', listedAs: `sku:${sku}`, name: 'Mug' }),
  })
  await opened.send([text('1', 'First')])
  await opened.send([text('2', 'Second')])
  await opened.send([text('1', 'Third'), text('2', 'Fourth')])
  const waits = Object.fromEntries(lookAt(opened).jobs.flatMap((row) => (row.text === null ? [] : [[row.text, row.waits_for]])))
  expect(waits).toEqual({
    ...{ First: 'create-product sku:1', Third: 'create-product sku:1' },
    ...{ Second: 'create-product sku:2', Fourth: 'create-product sku:2' },
  })
})
