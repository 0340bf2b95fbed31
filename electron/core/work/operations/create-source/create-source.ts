import { AppError } from '../../../../../shared/errors.ts'
import type { OtherSourceKind } from '../../../../../shared/jobs.ts'
import { operations } from '../../../../../shared/operations.ts'
import type { FieldSource } from '../../../service/service-call.ts'
import type { OtherSourceStore } from '../../../sources/other-source-store.ts'
import { isRefusalOfWorkspace, type Operation, type OperationDefinition, waitsForAll } from '../../queue/operation.ts'

const types: Readonly<Record<OtherSourceKind, FieldSource['type']>> = { text: 'TEXT', url: 'URL', knowledge: 'KNOWLEDGE' }

const advice: Readonly<Record<OtherSourceKind, string>> = {
  text: 'Remove it from the list and create a corrected one, or retry if the workspace has changed.',
  url: 'Remove it from the list and create it with the right address; or retry, if the workspace has changed.',
  knowledge: 'Add the item in the workspace and retry; or remove it from the list and create it with the right ID.',
}

/** Advice for a refusal: a source cannot be edited, so the named problem is fixed in a new one, or in the workspace. */
const advise = (error: AppError, kind: OtherSourceKind): AppError =>
  error.code === 'rejected' || error.code === 'too-large'
    ? new AppError(error.code, error.message, {
        action: advice[kind],
        cause: error,
        ...(error.status === undefined ? {} : { status: error.status }),
      })
    : error

export const createSource: OperationDefinition<'create-source'> = {
  name: 'create-source',
  work: operations['create-source'].work,
  subject: ({ ref }) => ref,
  exclusiveKey: () => null,
  concurrency: 4,
  scope: 'user',
  changes: () => ['sources'],
  isRepeatable: () => true,
  doubt: () => ({
    what: 'a source may have been created',
    action: 'Check in the workspace whether it is there: if not, create it again.',
    choices: ['again'],
  }),
  spare: 'a spare source',
  repeatNote: (earlier) => `Sent again: ${earlier}, so a spare source may exist in the workspace.`,
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
      return { kind: 'failed', error: new AppError('unknown-id', 'This source is no longer known. Nothing was sent.'), uncertain: false }
    const outcome = await client.createFieldSource({ type: types[kind], value }, { signal, onSilence })
    if (outcome.kind === 'failed') return { ...outcome, error: advise(outcome.error, kind) }
    return {
      kind: 'done',
      sent: true,
      commit: () => {
        ports.otherSources.setSourceId(ref, outcome.value.sourceId)
        return null
      },
    }
  },
})
