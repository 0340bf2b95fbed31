import { Button, Group, Menu, Modal, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { JobProblem, JobRemedy } from '../../shared/products/problems.ts'
import { describeRemedy, explainRemedy, nameRemedy, problemWords } from '../../shared/products/problems-words.ts'
import { client } from '../bridge.ts'
import { useHoldLists } from '../ui/hold-lists.ts'
import { Icon } from '../ui/icon.tsx'
import { tell, tellProblem } from '../ui/tell.tsx'

const undo = (id: string): void => {
  client.problems.undo({ undo: id }).then(
    (result) => tell(problemWords.undone(result), { text: result.left > 0 ? problemWords.notUndone(result.left) : undefined }),
    (error: unknown) => tellProblem('Nothing was undone.', error),
  )
}

/** Settles all jobs with one problem; to cancel them can be undone. */
export const useSettle = (action: number | null) =>
  useMutation({
    mutationFn: ({ key, remedy }: { readonly key: string; readonly remedy: JobRemedy }) => client.problems.settle({ key, action, remedy }),
    onSuccess: ({ settled, left, undo: id }, { remedy }) =>
      tell(problemWords.settled(remedy, settled), {
        text: left > 0 ? problemWords.left(left) : undefined,
        ...(id === null ? {} : { undo: { run: () => undo(id) } }),
      }),
    onError: (error) => tellProblem('Nothing was changed.', error),
  })

type Props = {
  readonly problem: JobProblem
  /** Only its jobs; `null`: all. */
  readonly action: number | null
  /** What it is about, for a screen reader. */
  readonly label: string
}

/** The remedies for all jobs with one problem, in one menu. */
export const FixAll = ({ problem, action, label }: Props) => {
  const settle = useSettle(action)
  const [asks, setAsks] = useState<JobProblem['remedies'][number] | null>(null)
  useHoldLists(asks !== null)
  const { key, remedies, operation } = problem
  const apply = (remedy: JobRemedy): void => settle.mutate({ key, remedy })
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            loading={settle.isPending}
            rightSection={<Icon name="chevron" size={14} />}
            aria-label={`${problemWords.fix}: ${label}`}
          >
            {problemWords.fix}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {remedies.map((one) => (
            <Menu.Item key={one.remedy} onClick={() => (explainRemedy(one.remedy, one.jobs) === null ? apply(one.remedy) : setAsks(one))}>
              {describeRemedy(problem, one)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={asks !== null}
        onClose={() => setAsks(null)}
        size={480}
        title={asks ? nameRemedy(asks.remedy, operation) : ''}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {asks && (
          <Stack gap={16}>
            <Text size="sm">{explainRemedy(asks.remedy, asks.jobs)}</Text>
            <Group justify="flex-end" gap={8}>
              <Button variant="default" onClick={() => setAsks(null)}>
                Cancel
              </Button>
              <Button
                onClick={() => {
                  setAsks(null)
                  apply(asks.remedy)
                }}
              >
                {nameRemedy(asks.remedy, operation)}
              </Button>
            </Group>
          </Stack>
        )}
      </Modal>
    </>
  )
}
