import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { countOf } from '../../../shared/base/number-words.ts'
import { leftLineWords } from '../../../shared/command/list-commands-words.ts'
import { type BadLine, type MatchedList, matchPastedLists } from '../../../shared/products/pasted-lists.ts'
import type { UnsettledList } from '../../../shared/products/products.ts'

const shownAtMost = 8

const describeBad = ({ line, text, problem }: BadLine): string => leftLineWords(line, text, problem)

type Props = { readonly lists: readonly UnsettledList[]; readonly fill: (matched: readonly MatchedList[]) => void }

/** The current lists of many products, pasted from a table; unreadable lines are named. */
export const SettlePaste = ({ lists, fill }: Props) => {
  const [text, setText] = useState('')
  const [outcome, setOutcome] = useState<{ readonly filled: number; readonly bad: readonly BadLine[] } | null>(null)
  const read = () => {
    const { matched, bad } = matchPastedLists(text, lists)
    fill(matched)
    setOutcome({ filled: matched.length, bad })
  }
  return (
    <Stack gap={8} mt={12}>
      <Textarea
        label="Current lists"
        description="One product to a line: product ID, then its source IDs, or “none”. Paste two columns of a sheet, or a CSV file."
        placeholder={'prd_81f2\tsrc_1, src_2\nprd_90aa\tnone'}
        autosize
        minRows={3}
        maxRows={8}
        spellCheck={false}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          setOutcome(null)
        }}
      />
      <Group justify="space-between" gap={8} wrap="nowrap" align="flex-start">
        <div role="status">
          {outcome && (
            <Text size="sm">
              {countOf(outcome.filled, 'product')} filled in below. Check them, then continue.
              {outcome.bad.length > 0 && ` ${countOf(outcome.bad.length, 'line')} left out:`}
            </Text>
          )}
          {outcome?.bad.slice(0, shownAtMost).map((bad) => (
            <Text key={`${bad.line} ${bad.problem}`} size="sm" c="dimmed">
              {describeBad(bad)}
            </Text>
          ))}
          {outcome && outcome.bad.length > shownAtMost && (
            <Text size="sm" c="dimmed">
              And {countOf(outcome.bad.length - shownAtMost, 'more line')}.
            </Text>
          )}
        </div>
        <Button variant="default" size="xs" disabled={text.trim() === ''} onClick={read}>
          Fill in
        </Button>
      </Group>
    </Stack>
  )
}
