import { useMutation } from '@tanstack/react-query'
import type { OtherSource, OtherSourceForm } from '../../../shared/answers/other-sources.ts'
import { AppError } from '../../../shared/base/errors.ts'
import { keptWords } from '../../../shared/base/kept-words.ts'
import { client } from '../../bridge.ts'
import { tell, tellProblem } from '../../ui/tell.tsx'
import { clearDraft } from './draft.ts'

/** Adds a source. `refuse` receives the problem with the typed text. */
export const useCreateSource = (refuse: (words: string) => void) =>
  useMutation({
    mutationFn: (form: OtherSourceForm) => client.otherSources.create(form),
    onSuccess: ({ isNew, source }, form) => {
      clearDraft(form.kind)
      if (isNew) tell('Source added', { text: 'It is listed below. Its ID appears once the workspace has created it.' })
      else
        tell('In the list already', {
          text: `“${source.title}” was added before, so nothing was sent. To create it twice, remove it from the list first.`,
        })
    },
    onError: (error) => {
      if (error instanceof AppError && error.code === 'usage') refuse(`${error.message} ${error.action}`)
      else tellProblem('No source was created. What you entered is still there.', error)
    },
  })

export const useCreateAgain = () =>
  useMutation({
    mutationFn: (ref: string) => client.otherSources.createAgain({ ref }),
    onSuccess: () => tell('Source queued again'),
    onError: (error) => tellProblem(keptWords['nothing-queued'], error),
  })

const putBack = (ref: string): Promise<void> =>
  client.otherSources.restore({ refs: [ref] }).then(
    () => tell('Back in the list'),
    (error: unknown) => tellProblem('It was not put back.', error),
  )

/** Says what removing means for the workspace. */
const describeRemoval = ({ sourceId, job }: OtherSource): string => {
  if (sourceId !== null) return 'Only from this list. The source stays in the workspace.'
  if (job.status.state === 'running') return 'Only from this list. It is being sent, so the source will be in the workspace.'
  return job.uncertainAttempts > 0
    ? 'It is not sent again. An earlier attempt ended without an answer, so a source may be in the workspace.'
    : 'It will not be created.'
}

/** Removes a source from the list, and offers Undo. */
export const removeSource = async (source: OtherSource): Promise<void> => {
  try {
    await client.otherSources.remove({ refs: [source.ref] })
    tell('Removed from the list', {
      text: describeRemoval(source),
      undo: { run: () => putBack(source.ref) },
    })
  } catch (error) {
    tellProblem(keptWords['nothing-removed'], error)
  }
}
