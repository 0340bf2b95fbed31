import type { OtherSource } from '../../../../shared/answers/other-sources.ts'
import { AppError } from '../../../../shared/base/errors.ts'
import { missingScope, type ServiceScope } from '../../../../shared/service/scopes.ts'
import type { HandlerContext } from '../../call-context.ts'
import { implementer as os } from '../../implementer.ts'
import { checkSource } from './check-source.ts'
import { listKnowledge } from './list-knowledge.ts'
import type { StoredOtherSource } from './other-source-store.ts'
import { queueAgain, queueSource } from './queue-source.ts'
import { createSourceRemoval } from './remove-sources.ts'

type Ports = Pick<
  HandlerContext,
  'active' | 'connections' | 'jobs' | 'journal' | 'otherSources' | 'ports' | 'restoreConnection' | 'scheduler'
>

/** Sources other than files: adding and listing them, and the kinds that can be added. */
export const createOtherSourcesHandlers = (context: Ports) => {
  const { active, connections, journal, jobs, otherSources, ports, restoreConnection, scheduler } = context
  const { clock } = ports
  const removal = createSourceRemoval({ journal, jobs, otherSources, clock })
  const connectionId = (): string | null => connections.active()?.id ?? null

  const show = ({ connectionId: _, jobId, ...source }: StoredOtherSource): OtherSource => {
    const job = jobs.get(jobId)
    if (!job) throw new AppError('internal', { kind: 'source-row-lost', ref: source.ref })
    return { ...source, job }
  }

  /** Additional API key may what the sign-in may not. */
  const lacks = (scope: ServiceScope): 'user' | null => {
    const workspace = active.get()
    const state = workspace?.session.state()
    return state?.kind === 'signed-in' && !workspace?.hasApiKey() ? missingScope(state.scope, scope) : null
  }

  const requireScope = async (): Promise<void> => {
    // Missing scopes are no reason to refuse work while the sign-in cannot be read.
    await restoreConnection().catch(() => {})
    if (lacks('user') === null) return
    throw new AppError('not-allowed', { kind: 'signed-in-for-reading', wanted: 'source' }, { kept: 'nothing-queued' })
  }

  return {
    create: os.otherSources.create.handler(async ({ input }) => {
      const checked = checkSource(input)
      await requireScope()
      const { source, isNew } = journal.write(() => queueSource({ journal, otherSources, jobs }, checked, connectionId(), clock.now()))
      await journal.durable()
      scheduler.wake()
      return { source: show(source), isNew }
    }),
    createAgain: os.otherSources.createAgain.handler(async ({ input }) => {
      await requireScope()
      const again = journal.write(() => {
        const source = otherSources.get(input.ref)
        if (!source) throw new AppError('unknown-id', { kind: 'source-not-listed' }, { kept: 'nothing-queued' })
        return jobs.get(source.jobId)?.status.state === 'cancelled'
          ? queueAgain({ journal, otherSources, jobs }, source, clock.now())
          : source
      })
      await journal.durable()
      scheduler.wake()
      return show(again)
    }),
    page: os.otherSources.page.handler(({ input }) => {
      const id = connectionId()
      return { total: otherSources.count(id), rows: otherSources.page(id, input.offset, input.limit).map(show) }
    }),
    standing: os.otherSources.standing.handler(async () => {
      await restoreConnection().catch(() => {})
      const workspace = active.get()
      const canList = workspace?.connection.paths.knowledge !== undefined && workspace.session.state().kind === 'signed-in'
      return { missingScope: lacks('user'), listsKnowledge: canList && lacks('user:read') === null }
    }),
    knowledge: os.otherSources.knowledge.handler(async ({ input }) => {
      const workspace = active.get()
      if (!workspace) throw new AppError('no-connection', { kind: 'no-workspace' })
      const { connection, place } = workspace
      return listKnowledge(input.text, { paths: connection.paths, client: place.client, pacer: place.pacerOf('read-content') })
    }),
    remove: os.otherSources.remove.handler(async ({ input }) => ({ removed: await removal.remove(input.refs) })),
    restore: os.otherSources.restore.handler(async ({ input }) => {
      const restored = await removal.restore(input.refs)
      scheduler.wake()
      return { restored }
    }),
  }
}
