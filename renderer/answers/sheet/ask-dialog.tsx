import { Button, Group, SegmentedControl, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countOf, formatCount } from '../../../shared/base/number-words.ts'
import { client } from '../../bridge.ts'
import { selected } from '../../picture-ids.ts'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { tell, tellProblem } from '../../ui/tell.tsx'
import { sayUnderWay } from '../../ui/under-way.ts'
import { WithheldButton } from '../../ui/withheld-button.tsx'
import { useWithheld } from '../../workspaces/settings/use-scope.ts'
import { describeEstimate } from '../questions/describe-estimate.ts'
import { rangeOf } from './cell-range.ts'
import { readImages, type ShownSheet } from './sheet-queries.ts'
import { useSheetView } from './sheet-view.ts'

type Target = 'selected' | 'all'

/** Asks the shown questions about the selected rows, or all that are shown. What was asked before is not sent again. */
export const AskDialog = ({ sheet, close }: { readonly sheet: ShownSheet; readonly close: () => void }) => {
  const range = rangeOf(useSheetView((view) => view.selection))
  const rows = range.bottom - range.top + 1
  const [target, setTarget] = useState<Target>(rows > 1 && rows < sheet.total ? 'selected' : 'all')
  const [isBusy, setBusy] = useState(false)
  const withheld = useWithheld()
  const questions = sheet.columns.map(({ question }) => question)
  const readTarget = async (): Promise<readonly string[] | null> => {
    const [first, last] = target === 'selected' ? [range.top, range.bottom] : [0, sheet.total - 1]
    const images = (await readImages(sheet.view, first, last, useSheetView.getState().workspace)).flatMap((imageId) => imageId ?? [])
    return images.length === 0 ? null : [...new Set(images)]
  }
  const { data, error } = useQuery({
    queryKey: [['questions', 'estimate'], 'sheet', sheet.view, target, range.top, range.bottom, questions],
    queryFn: async () => {
      const pictures = await readTarget()
      return pictures ? client.questions.estimate({ images: selected(pictures), questions }) : null
    },
    gcTime: 0,
  })
  const ask = async (): Promise<void> => {
    setBusy(true)
    try {
      const chosen = await readTarget()
      if (!chosen) return
      const count = chosen.length * questions.length
      const { asked, askedBefore, pictures } = await sayUnderWay(count, `Queueing ${countOf(count, 'question')}…`, () =>
        client.questions.ask({ images: selected(chosen), questions, again: false }),
      )
      tell(asked === 0 ? 'Asked before' : `Asked ${countOf(asked, 'question')} about ${countOf(pictures, 'picture')}`, {
        text: askedBefore > 0 ? `${formatCount(askedBefore)} were asked before and not sent again.` : 'The cells fill in as answers come.',
        kind: 'sheet',
      })
      close()
    } catch (problem) {
      tellProblem('Nothing was asked.', problem)
    } finally {
      setBusy(false)
    }
  }
  const why = withheld ?? (data === null ? 'These rows have no pictures.' : data?.requests === 0 ? 'All of this was asked before.' : null)
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label="Rows to ask about"
        value={target}
        onChange={(value) => setTarget(value as Target)}
        data={[
          { value: 'selected', label: `Selected rows (${formatCount(rows)})` },
          { value: 'all', label: `All rows shown (${formatCount(sheet.total)})` },
        ]}
      />
      <Text mt={12}>
        {countOf(questions.length, 'question')}:{' '}
        {sheet.columns
          .slice(0, 6)
          .map(({ label }) => label)
          .join(', ')}
        {questions.length > 6 && ` and ${formatCount(questions.length - 6)} more`}
      </Text>
      <Text size="sm" c="dimmed" mt={8} role="status">
        {data ? describeEstimate(data, questions.length) : ''}
      </Text>
      {error && <ProblemNote what="The estimate could not be made." error={error} />}
      <Group gap={8} mt={16} justify="flex-end">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <WithheldButton withheld={why} loading={isBusy} onClick={() => void ask()}>
          Ask
        </WithheldButton>
      </Group>
    </>
  )
}
