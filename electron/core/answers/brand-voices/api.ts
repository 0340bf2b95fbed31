import { AppError } from '../../../../shared/base/errors.ts'
import type { Kept } from '../../../../shared/base/kept.ts'
import { missingScope } from '../../../../shared/service/scopes.ts'
import type { HandlerContext } from '../../call-context.ts'
import { implementer as os } from '../../implementer.ts'
import type { LiveWorkspace } from '../../workspaces/connections/live-workspace.ts'
import { chooseVoice, findVoices } from './choose-voice.ts'
import { readWriting } from './lists/read-writing.ts'
import { queueWriting } from './queue-writing.ts'
import { createListRefresh } from './refresh-lists.ts'

type Ports = Pick<
  HandlerContext,
  | 'active'
  | 'answers'
  | 'connections'
  | 'contentLists'
  | 'images'
  | 'jobs'
  | 'journal'
  | 'ports'
  | 'restoreConnection'
  | 'scheduler'
  | 'writtenTexts'
>

/** Refuses what the sign-in may not do before it is queued: it would only be held. A key beside the sign-in may do all. */
const requireScope = ({ session, hasApiKey }: LiveWorkspace): void => {
  const state = session.state()
  const granted = state.kind === 'signed-in' && !hasApiKey() ? state.scope : null
  if (missingScope(granted, 'user') === null) return
  throw new AppError('not-allowed', { kind: 'signed-in-for-reading', wanted: 'text' }, { kept: 'nothing-queued' })
}

/** Brand voices, templates, and texts in a brand voice. */
export const createBrandVoicesHandlers = (context: Ports) => {
  const { journal, jobs, images, answers, contentLists, writtenTexts, connections, active, scheduler, restoreConnection, ports } = context
  const { clock } = ports
  const connectionId = (): string | null => connections.active()?.id ?? null
  const requireActive = async (kept: Kept): Promise<LiveWorkspace> => {
    await restoreConnection()
    const current = active.get()
    if (!current) throw new AppError('no-connection', { kind: 'no-workspace' }, { kept })
    return current
  }
  const refresh = createListRefresh({
    journal,
    lists: contentLists,
    clock,
    requireWorkspace: async () => {
      if (ports.access === 'read') throw new AppError('read-only', { kind: 'only-reads' })
      if ((await requireActive('nothing-read')).connection.isSample) await active.ensureSample()
      const current = await requireActive('nothing-read')
      const signedOut = current.place.signedOutBecause()
      if (signedOut) throw signedOut
      return current
    },
  })

  return {
    voices: {
      page: os.brandVoices.voices.page.handler(({ input }) => {
        const { items, fetchedAt } = contentLists.voices(connectionId())
        const found = findVoices(items, input.text)
        return { total: found.length, fetchedAt, rows: found.slice(input.offset, input.offset + input.limit) }
      }),
      refresh: os.brandVoices.voices.refresh.handler(() => refresh('voices')),
    },
    templates: {
      list: os.brandVoices.templates.list.handler(() => {
        const { items, fetchedAt } = contentLists.templates(connectionId())
        return { total: items.length, fetchedAt, rows: [...items] }
      }),
      refresh: os.brandVoices.templates.refresh.handler(() => refresh('templates')),
    },
    texts: {
      of: os.brandVoices.texts.of.handler(({ input }) => input.answerJobIds.map((id) => readWriting({ journal, jobs }, id))),
    },
    write: os.brandVoices.write.handler(async ({ input }) => {
      const current = await requireActive('nothing-queued')
      requireScope(current)
      const { id, name } = chooseVoice(input.voice, contentLists.voices(current.connection.id))
      const result = await queueWriting(
        { ...input, voice: { id, name } },
        { journal, jobs, images, answers, writtenTexts, clock, connectionId: current.connection.id },
      )
      scheduler.wake()
      return { ...result, voice: { id, name } }
    }),
  }
}
