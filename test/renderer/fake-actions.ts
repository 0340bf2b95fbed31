import { implement } from '@orpc/server'
import type { ActionFacts, ActionRow } from '../../shared/activity/actions.ts'
import { contract } from '../../shared/contract.ts'
import type { Job, JobRow } from '../../shared/queue/jobs.ts'

/** Uploads are one action, each question one, and every other job one of its own; of `makeJobs`, the attaches are one. */
export const actionOf = ({ id, work }: Job): number => {
  if (work.operation === 'upload-source') return 1
  if (work.operation === 'attach-sources') return 2
  return work.operation === 'analyse-image' ? 3 + work.question.length : 1_000 + Number(id.replace(/\D/g, ''))
}

const factsOf = ({ work }: Job): ActionFacts => {
  switch (work.operation) {
    case 'analyse-image':
      return { kind: 'ask', questions: [work.question] }
    case 'attach-sources':
      return { kind: 'plan', planId: 'plan_1', products: 3 }
    case 'create-product':
      return { kind: 'attach', product: work.name, attribute: 'Images' }
    default:
      return { kind: 'add' }
  }
}

const toAction = (action: number, jobs: readonly JobRow[]): ActionRow => {
  const counts = { waiting: 0, running: 0, done: 0, parked: 0, cancelled: 0 }
  for (const { status } of jobs) counts[status.state]++
  const parked = jobs.filter(({ status }) => status.state === 'parked')
  const [first] = parked
  const standing = counts.parked > 0 ? 'attention' : counts.waiting + counts.running > 0 ? 'open' : 'over'
  const isAlike = parked.every(
    ({ status }) => status.state === 'parked' && first?.status.state === 'parked' && status.reason.code === first.status.reason.code,
  )
  return {
    action,
    connectionId: 'con_1',
    facts: jobs[0] ? factsOf(jobs[0]) : null,
    operations: [],
    productName: null,
    pictures: jobs.reduce((sum, { work }) => sum + (work.operation === 'attach-sources' ? work.pictures : 1), 0),
    standing,
    counts,
    job: jobs.length === 1 ? (jobs[0] ?? null) : parked.length === 1 ? (first ?? null) : null,
    problem: first?.status.state === 'parked' && isAlike ? { reason: first.status.reason, isEach: parked.length === 1 } : null,
    beganAt: jobs.reduce((first, { createdAt }) => Math.min(first, createdAt), Number.MAX_SAFE_INTEGER),
    endedAt: standing === 'over' ? jobs.reduce((last, { updatedAt }) => Math.max(last, updatedAt), 0) : null,
  }
}

const ranks = ['attention', 'open', 'over'] as const

/** The actions of a fake core's jobs. */
export const createFakeActions = (jobs: () => readonly JobRow[], cancel: (jobIds: readonly string[]) => void) => {
  const os = implement(contract)
  const list = (): ActionRow[] => {
    const byAction = new Map<number, JobRow[]>()
    // A scene may have a hundred thousand jobs.
    for (const job of jobs()) {
      const its = byAction.get(actionOf(job))
      if (its) its.push(job)
      else byAction.set(actionOf(job), [job])
    }
    return [...byAction]
      .map(([action, its]) => toAction(action, its))
      .sort((a, b) => ranks.indexOf(a.standing) - ranks.indexOf(b.standing) || b.action - a.action)
  }
  return {
    page: os.actions.page.handler(({ input }) => {
      const text = input.text.trim().toLowerCase()
      const all = list().filter(({ facts }) => JSON.stringify(facts).toLowerCase().includes(text))
      const found = all.filter(({ standing }) => input.standings.length === 0 || input.standings.includes(standing))
      const count = (standing: ActionRow['standing']): number => all.filter((row) => row.standing === standing).length
      return {
        total: found.length,
        counts: { attention: count('attention'), open: count('open'), over: count('over') },
        isCut: false,
        rows: found.slice(input.offset, input.offset + input.limit),
      }
    }),
    find: os.actions.find.handler(({ input }) => list().find(({ action }) => action === input.action) ?? null),
    cancel: os.actions.cancel.handler(({ input }) => {
      const open = jobs().filter((job) => actionOf(job) === input.action && ['waiting', 'parked'].includes(job.status.state))
      cancel(open.map(({ id }) => id))
      return { cancelled: open.length, left: 0 }
    }),
  }
}
