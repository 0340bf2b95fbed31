import { Button, NumberInput, PasswordInput, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { labels } from '../../../shared/base/label-words.ts'
import { type VisionEndpoint, type VisionView, visionTimeout } from '../../../shared/workspaces/vision.ts'
import { client } from '../../bridge.ts'
import { api } from '../../queries.ts'
import { SettingGroup, SettingRow } from '../../settings/setting-row.tsx'
import { Note } from '../../ui/note.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { tell, tellProblem } from '../../ui/tell.tsx'
import classes from '../settings/advanced-settings.module.css'
import { findProblem } from '../settings/use-connection-change.ts'

const useVision = () => useQuery(api.vision.get.queryOptions()).data

type Change = Parameters<typeof client.vision.set>[0]

/** Sets the endpoint and restarts the sample workspace with it. With problems nothing is changed. */
const useSetVision = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: Change) => client.vision.set(change),
    onSuccess: ({ view, problems }) => {
      queries.setQueryData(api.vision.get.queryKey(), view)
      if (problems.length > 0) return
      const text = 'The sample workspace was restarted with it. Waiting work resumes.'
      tell(view.endpoint ? 'Vision endpoint saved' : 'Vision endpoint removed', { text })
    },
    onError: (error) => {
      tellProblem('The vision endpoint was not changed.', error)
      void queries.invalidateQueries({ queryKey: api.vision.key() })
    },
  })
}

/** Asks the endpoint about a tiny picture, whether or not it is saved. */
const useTryVision = () => useMutation({ mutationFn: (input: Parameters<typeof client.vision.try>[0]) => client.vision.try(input) })

const empty: VisionEndpoint = { url: '', model: '', timeoutSeconds: visionTimeout.usual }

const originOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).origin : null)

const VisionForm = ({ view }: { readonly view: VisionView }) => {
  const [endpoint, setEndpoint] = useState(view.endpoint ?? empty)
  const [key, setKey] = useState('')
  const set = useSetVision()
  const trial = useTryVision()
  const problems = set.data?.problems.length ? set.data.problems : (trial.data?.problems ?? [])
  const change = (part: Partial<VisionEndpoint>) => {
    set.reset()
    trial.reset()
    setEndpoint((before) => ({ ...before, ...part }))
  }
  const isKeptHere = view.hasKey && originOf(endpoint.url) === originOf(view.endpoint?.url ?? '')
  const input = { endpoint, ...(key.trim() === '' ? (isKeptHere ? {} : { key: '' }) : { key }) }
  const isComplete = endpoint.url.trim() !== '' && endpoint.model.trim() !== ''
  const save = (event: FormEvent) => {
    event.preventDefault()
    trial.reset()
    set.mutate(input, { onSuccess: ({ problems: found }) => found.length === 0 && setKey('') })
  }
  const kept = labels.keptIn[view.storage]
  const result = trial.data?.trial
  return (
    <form className={classes.form} aria-label="Vision endpoint" noValidate onSubmit={save}>
      <div className={classes.fields}>
        <TextInput
          label="Address of the endpoint"
          placeholder="http://127.0.0.1:11434/v1"
          required
          spellCheck={false}
          error={findProblem(problems, 'url')}
          value={endpoint.url}
          onChange={({ currentTarget }) => change({ url: currentTarget.value })}
        />
        <TextInput
          label="Model"
          placeholder="A model that sees pictures"
          required
          spellCheck={false}
          error={findProblem(problems, 'model')}
          value={endpoint.model}
          onChange={({ currentTarget }) => change({ model: currentTarget.value })}
        />
        <PasswordInput
          label="Key"
          description="If the endpoint requires one. It is sent to this address only."
          placeholder={isKeptHere ? kept : 'None'}
          autoComplete="off"
          error={findProblem(problems, 'key')}
          value={key}
          onChange={({ currentTarget }) => {
            trial.reset()
            setKey(currentTarget.value)
          }}
        />
        <NumberInput
          label="Timeout"
          description="After this time, the sample workspace answers by itself."
          suffix=" seconds"
          min={visionTimeout.least}
          max={visionTimeout.most}
          clampBehavior="blur"
          allowDecimal={false}
          error={findProblem(problems, 'timeoutSeconds')}
          value={endpoint.timeoutSeconds}
          onChange={(value) => typeof value === 'number' && change({ timeoutSeconds: value })}
        />
      </div>
      {result && !result.works && (
        <Note tone="bad" title="It does not work." isAlert>
          {result.said} Nothing was changed.
        </Note>
      )}
      {trial.error && <ProblemNote what="It was not tried." error={trial.error} />}
      <div className={classes.foot}>
        <p className={classes.result} role="status">
          {trial.isPending && 'Asking about a tiny picture …'}
          {set.isPending && 'Restarting the sample workspace. Running work finishes first …'}
          {result?.works && `It works. ${result.said}`}
        </p>
        {view.endpoint && (
          <Button
            variant="subtle"
            color="gray"
            disabled={set.isPending}
            onClick={() => set.mutate({ endpoint: null }, { onSuccess: () => setEndpoint(empty) })}
          >
            Remove endpoint
          </Button>
        )}
        <Button variant="default" disabled={!isComplete} loading={trial.isPending} onClick={() => trial.mutate(input)}>
          Try it
        </Button>
        <Button type="submit" disabled={!isComplete} loading={set.isPending} aria-label="Save endpoint">
          Save
        </Button>
      </div>
    </form>
  )
}

/** The sample workspace's vision endpoint (OpenAI-compatible), for questions that pixels and OCR can't answer. */
export const VisionSettings = () => {
  const view = useVision()
  return (
    view && (
      <SettingGroup title="What the sample workspace sees">
        <SettingRow
          name="Vision endpoint"
          about="Without an endpoint it measures pictures and reads text on them. An OpenAI-compatible endpoint (Ollama, llama.cpp, vLLM, …) answers the rest. Pictures and questions are sent there."
        />
        <VisionForm view={view} />
      </SettingGroup>
    )
  )
}
