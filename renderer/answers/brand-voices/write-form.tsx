import { Button, Group, Select, Stack, Text, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { create } from 'zustand'
import { maxInstructionLength, type Voice } from '../../../shared/answers/brand-voices-contract.ts'
import { countOf } from '../../../shared/base/number-words.ts'
import { client } from '../../bridge.ts'
import { api } from '../../queries.ts'
import { useHoldLists } from '../../ui/hold-lists.ts'
import { tell, tellProblem } from '../../ui/tell.tsx'
import { ListAge } from './write-list-age.tsx'
import { useListRefresh } from './write-queries.ts'

/** The last choice most likely applies to the next answer, too. */
const useLastChoice = create<{ readonly voice: Voice | null; readonly instruction: string }>(() => ({ voice: null, instruction: '' }))

/** How many voices are offered at once; typing finds the others. */
const offered = 50

const useVoices = (text: string) =>
  useQuery({
    ...api.brandVoices.voices.page.queryOptions({ input: { offset: 0, limit: offered, text } }),
    placeholderData: keepPreviousData,
  }).data

/** The chosen voice, if the workspace still has it. */
const useChosen = (voices: readonly Voice[]): Voice | null => {
  const last = useLastChoice((choice) => choice.voice)
  return voices.find((one) => one.id === last?.id) ?? null
}

type Choices = { readonly voice: string; readonly instruction: string }
type Written = { readonly queued: number }
/** `isInDialog`: not in a popover, which would close with a press outside it. */
type Props = { readonly write: (choices: Choices) => Promise<Written>; readonly close: () => void; readonly isInDialog?: boolean }

const useWrite = ({ write, close }: Props) =>
  useMutation({
    mutationFn: write,
    onSuccess: ({ queued }) => {
      close()
      if (queued === 0) tell('Nothing to write', { text: 'Such texts are written, or on their way, already.' })
    },
    onError: (error) => tellProblem('Nothing was written. Your choices are still here.', error),
  })

/** Writes one answer, however often it was written before. */
export const writeAnswer =
  (jobId: string) =>
  (input: Choices): Promise<Written> =>
    client.brandVoices.write({ answers: { kind: 'some', jobIds: [jobId] }, ...input, again: true })

/** Chooses the voice and options, and starts the writing. */
export const WriteForm = (props: Props) => {
  const { close, isInDialog = false } = props
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<Voice | null | undefined>(undefined)
  const [instruction, setInstruction] = useState(useLastChoice.getState().instruction)
  const [words] = useDebouncedValue(search, 100)
  const all = useVoices('')
  // The field shows the chosen voice's own name, which is not a search.
  const found = useVoices(words === chosen?.name ? '' : words)
  const refresh = useListRefresh('voices', all?.fetchedAt, true)
  const write = useWrite(props)
  useHoldLists()
  const last = useChosen(all?.rows ?? [])
  const voice = chosen === undefined ? last : chosen
  const known = [...(found?.rows ?? []), ...(voice ? [voice] : [])]
  const options = [...new Map(known.map((one) => [one.id, one])).values()]
  const isEmpty = all !== undefined && all.total === 0
  const submit = () => {
    if (!voice) return
    useLastChoice.setState({ voice, instruction })
    write.mutate({ voice: voice.id, instruction })
  }
  return (
    <form
      aria-label="Write with brand voice"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack gap={12}>
        {isEmpty && all.fetchedAt !== null && !refresh.isPending ? (
          <Text size="sm">This workspace has no brand voice. Create one there, then reload the list.</Text>
        ) : (
          <Select
            label="Brand voice"
            placeholder={isEmpty ? 'Not loaded yet' : 'Choose or type to search'}
            description={all && all.total > offered ? `${countOf(all.total, 'voice')}; type to find one` : undefined}
            disabled={isEmpty}
            searchable
            // It stays inside the window even with many voices.
            styles={{ options: { maxHeight: 176, overflowY: 'auto' } }}
            nothingFoundMessage="No matching voice"
            {...(isInDialog ? {} : { comboboxProps: { withinPortal: false } })}
            filter={({ options: shown }) => shown}
            data={options.map((one) => ({ value: one.id, label: one.name }))}
            renderOption={({ option }) => (
              <div>
                <Text size="sm">{option.label}</Text>
                <Text size="xs" c="dimmed" lineClamp={2}>
                  {options.find((one) => one.id === option.value)?.description}
                </Text>
              </div>
            )}
            value={voice?.id ?? null}
            onChange={(id) => setChosen(options.find((one) => one.id === id) ?? null)}
            onSearchChange={setSearch}
            data-autofocus
          />
        )}
        <Textarea
          label="Instruction"
          description="Optional, e.g. max 125 characters"
          autosize
          minRows={1}
          maxRows={4}
          maxLength={maxInstructionLength}
          value={instruction}
          onChange={(event) => setInstruction(event.currentTarget.value)}
        />
        <ListAge
          fetchedAt={all?.fetchedAt ?? null}
          isReading={refresh.isPending}
          error={refresh.error}
          readAgain={() => refresh.mutate()}
        />
        <Group gap={8} justify="flex-end">
          <Button size="xs" variant="default" onClick={close}>
            Cancel
          </Button>
          <Button size="xs" type="submit" disabled={!voice} loading={write.isPending}>
            Write
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
