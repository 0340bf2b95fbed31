import { Select, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { KnowledgeItem } from '../../../shared/answers/other-sources.ts'
import { formatCount } from '../../../shared/base/number-words.ts'
import { api } from '../../queries.ts'
import { readProblem } from '../../ui/read-problem.ts'

type Props = {
  readonly item: KnowledgeItem | null
  readonly error: string | null
  readonly choose: (item: KnowledgeItem | null) => void
}

const TypedId = ({ item, error, choose, why }: Props & { readonly why?: string | undefined }) => (
  <TextInput
    aria-label="Knowledge item ID"
    placeholder="The item’s ID, as the workspace shows it"
    value={item?.id ?? ''}
    error={error}
    description={why}
    inputWrapperOrder={['input', 'description', 'error']}
    onChange={({ currentTarget: { value } }) => choose(value === '' ? null : { id: value, name: value })}
  />
)

/** The workspace's items, found by name. Text that looks like an id and matches no name can be used as is. */
const ItemSearch = (props: Props) => {
  const { item, error, choose } = props
  const [typed, setTyped] = useState('')
  const [settled] = useDebouncedValue(item?.name === typed ? '' : typed.trim().slice(0, 200), 200)
  const { data, error: failure } = useQuery({
    ...api.otherSources.knowledge.queryOptions({ input: { text: settled } }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  if (failure) {
    const { message } = readProblem(failure)
    return <TypedId {...props} why={`The workspace’s items can’t be listed. Enter the ID. ${message}`} />
  }
  const found = data?.items ?? []
  const isId = found.length === 0 && settled !== '' && !/\s/.test(settled)
  const offered = isId ? [{ id: settled, name: settled }] : found
  const all = item && !offered.some(({ id }) => id === item.id) ? [item, ...offered] : offered
  const more = (data?.total ?? 0) > found.length && found.length > 0
  return (
    <div>
      <Select
        aria-label="Knowledge item"
        placeholder="Search by name, or enter an ID"
        searchable
        clearable
        data={all.map(({ id, name }) => ({ value: id, label: isId && id === settled ? `Use the ID ${id}` : name }))}
        // The workspace has searched already.
        filter={({ options }) => options}
        nothingFoundMessage="No matching item"
        value={item?.id ?? null}
        error={error}
        onSearchChange={setTyped}
        onChange={(id) => choose(all.find((one) => one.id === id) ?? null)}
      />
      {more && (
        <Text size="xs" c="dimmed" mt={4}>
          The first {formatCount(found.length)} of {formatCount(data?.total ?? 0)} are listed: search for the others.
        </Text>
      )}
    </div>
  )
}

/** Chooses a knowledge item: from the workspace's list where it offers one, else by its id. */
export const KnowledgeField = ({ isListed, ...props }: Props & { readonly isListed: boolean }) =>
  isListed ? <ItemSearch {...props} /> : <TypedId {...props} why="Knowledge items can’t be listed right now. Enter the ID." />
