import { implement } from '@orpc/server'
import type { OtherSource } from '../../shared/answers/other-sources.ts'
import { AppError } from '../../shared/base/errors.ts'
import { contract } from '../../shared/contract.ts'
import type { Job, JobStatus } from '../../shared/queue/jobs.ts'
import type { OtherSourceKind } from '../../shared/queue/operations.ts'
import type { Scene } from './fake-core.ts'
import { refusedBy } from './refused-by.ts'

const now = Date.now()
const minute = 60_000

const source = (
  at: number,
  kind: OtherSourceKind,
  title: string,
  status: JobStatus,
  more: { readonly excerpt?: string; readonly notes?: Job['notes'] } = {},
): OtherSource => ({
  ref: `oth_${at}`,
  kind,
  title,
  excerpt: more.excerpt ?? title,
  bytes: (more.excerpt ?? title).length,
  sourceId: status.state === 'done' ? `src_9f${at}c41b7d20e8a` : null,
  job: {
    id: `job_o${at}`,
    connectionId: 'con_1',
    work: { operation: 'create-source', ref: `oth_${at}`, kind, title },
    status,
    attempts: more.notes ? 2 : 1,
    countedFailures: 0,
    firstFailureAt: null,
    uncertainAttempts: more.notes ? 1 : 0,
    blockedBy: 0,
    notes: more.notes ?? [],
    createdAt: now - at * minute,
    updatedAt: now - at * minute,
  },
  createdAt: now - at * minute,
})

const text =
  'Our mugs are thrown by hand, glazed twice and fired at 1,260 °C. No two are alike: small drops of glaze are part of the piece. They hold 330 ml and may go into the dishwasher, though the rim keeps its shine longer when it is washed by hand.'

const makeSources = (): OtherSource[] => [
  source(1, 'url', 'https://northwind.example/care/stoneware', { state: 'running', startedAt: now - 2_000 }),
  source(
    2,
    'text',
    'Our mugs are thrown by hand, glazed twice and fired at 1,260 °C. No two are alik…',
    { state: 'waiting', notBefore: 0, because: null },
    { excerpt: text },
  ),
  source(3, 'knowledge', 'kno_81c2f0a7d4b3', {
    state: 'parked',
    at: now - 3 * minute,
    reason: new AppError(
      'rejected',
      {
        kind: 'source-refused',
        source: 'knowledge',
        because: refusedBy(400, 'value: there is no Knowledge item kno_81c2f0a7d4b3 in this workspace', 'source'),
      },
      { kept: 'work', status: 400 },
    ).toRecord(),
    choices: ['retry'],
  }),
  source(
    9,
    'knowledge',
    'Picture rules',
    { state: 'done', endedAt: now - 9 * minute },
    { notes: [{ kind: 'done-after-attempts', attempts: 1 }] },
  ),
  source(14, 'url', 'https://northwind.example/autumn', { state: 'done', endedAt: now - 14 * minute }),
  source(20, 'text', 'Weights are given in grams.', { state: 'cancelled', at: now - 20 * minute }),
]

/** The part of the contract about sources that are not files, in memory. */
export const createFakeSources = (scene: Scene, isEmpty: boolean, announce: () => void) => {
  const os = implement(contract).otherSources
  let rows = isEmpty || scene === 'read-only' ? makeSources().slice(4) : makeSources()
  if (isEmpty) rows = []
  const removed = new Map<string, OtherSource>()
  const put = (one: OtherSource): OtherSource => {
    rows = [one, ...rows.filter(({ ref }) => ref !== one.ref)]
    announce()
    return one
  }
  const waiting: JobStatus = { state: 'waiting', notBefore: 0, because: null }
  return {
    create: os.create.handler(({ input }) => {
      if (input.kind === 'url' && !/^https?:/.test(input.url))
        throw new AppError('usage', { kind: 'not-web-address', typed: input.url, lacks: 'http' }, { kept: 'nothing-queued' })
      const title = input.kind === 'text' ? input.text : input.kind === 'url' ? input.url : (input.name ?? input.knowledgeId)
      return { source: put(source(100 + rows.length, input.kind, title, waiting)), isNew: true }
    }),
    createAgain: os.createAgain.handler(({ input }) => {
      const found = rows.find(({ ref }) => ref === input.ref)
      if (!found) throw new AppError('unknown-id', { kind: 'source-not-listed' }, { kept: 'nothing-queued' })
      return put({ ...found, job: { ...found.job, status: waiting } })
    }),
    page: os.page.handler(({ input }) => ({ total: rows.length, rows: rows.slice(input.offset, input.offset + input.limit) })),
    standing: os.standing.handler(() => ({
      missingScope: scene === 'read-only' ? ('user' as const) : null,
      listsKnowledge: scene !== 'waiting',
    })),
    knowledge: os.knowledge.handler(({ input }) => {
      const names = ['Picture rules', 'Units', 'Care of stoneware', 'Words we avoid'].filter((name) =>
        name.toLowerCase().includes(input.text.toLowerCase()),
      )
      return { items: names.map((name) => ({ id: `kno_${name.length}`, name })), total: names.length }
    }),
    remove: os.remove.handler(({ input }) => {
      for (const one of rows) if (input.refs.includes(one.ref)) removed.set(one.ref, one)
      rows = rows.filter(({ ref }) => !input.refs.includes(ref))
      announce()
      return { removed: input.refs.length }
    }),
    restore: os.restore.handler(({ input }) => {
      for (const ref of input.refs) {
        const back = removed.get(ref)
        if (back) put(back)
      }
      return { restored: input.refs.length }
    }),
  }
}
