import { AppError, errorFrom } from '../../../../shared/base/errors.ts'
import type { OtherSourceKind } from '../../../../shared/queue/operations.ts'
import { operations } from '../../../../shared/queue/operations.ts'
import { isRefusalOfWorkspace, type Operation, type OperationDefinition, waitsForAll } from '../../queue/operation.ts'
import type { FieldSource } from '../../service/calls/service-call.ts'
import type { OtherSourceStore } from './other-source-store.ts'

const types: Readonly<Record<OtherSourceKind, FieldSource['type']>> = { text: 'TEXT', url: 'URL', knowledge: 'KNOWLEDGE' }

const advise = (error: AppError, source: OtherSourceKind): AppError => {
  if (error.code !== 'rejected' && error.code !== 'too-large') return error
  const because = error.toRecord()
  return errorFrom(because, { failure: { kind: 'source-refused', source, because }, cause: error })
}

export const createSource: OperationDefinition<'create-source'> = {
  name: 'create-source',
  work: operations['create-source'].work,
  subject: ({ ref }) => ref,
  exclusiveKey: () => null,
  concurrency: 4,
  scope: 'user',
  changes: () => ['sources'],
  isRepeatable: () => true,
  doubt: () => ({ name: null, choices: ['again'] }),
  leavesSpare: true,
  isWorkspaceWide: isRefusalOfWorkspace,
  dependencies: waitsForAll,
}

/** Creates a TEXT, URL or KNOWLEDGE source (spec: "Create a source"). Repeated after an uncertain attempt, with a remark. */
export const createCreateSource = (ports: { readonly otherSources: OtherSourceStore }): Operation<'create-source'> => ({
  ...createSource,
  attempt: async ({ work }, { client, signal, onSilence }) => {
    const { ref, kind } = work
    const value = ports.otherSources.readValue(ref)
    if (value === undefined)
      return {
        kind: 'failed',
        error: new AppError('unknown-id', { kind: 'source-value-gone' }, { kept: 'nothing-sent' }),
        uncertain: false,
      }
    const outcome = await client.createFieldSource({ type: types[kind], value }, { signal, onSilence })
    if (outcome.kind === 'failed') return { ...outcome, error: advise(outcome.error, kind) }
    return {
      kind: 'done',
      sent: true,
      commit: () => {
        ports.otherSources.setSourceId(ref, outcome.value.sourceId)
        return []
      },
    }
  },
})
