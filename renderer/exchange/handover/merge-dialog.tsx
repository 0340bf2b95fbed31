import { Button, Checkbox, Group, Loader, Modal, Progress, SegmentedControl, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countOf, formatCount } from '../../../shared/base/number-words.ts'
import {
  type HandoverChoice,
  type HandoverKind,
  type HandoverPreview,
  handoverKinds,
  type OpenedHandover,
} from '../../../shared/exchange/handover.ts'
import { describeHandover, describeMerged, handoverKindWords } from '../../../shared/exchange/handover-words.ts'
import { client } from '../../bridge.ts'
import { api, queryClient } from '../../queries.ts'
import foot from '../../ui/dialog-foot.module.css'
import { formatTime } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { describeProblem } from '../../ui/read-problem.ts'
import { tellProblem } from '../../ui/tell.tsx'
import { WithheldButton } from '../../ui/withheld-button.tsx'
import classes from './handover.module.css'
import { MergeDifferences } from './merge-differences.tsx'

type Usual = Readonly<Partial<Record<HandoverKind, HandoverChoice>>>

const readAgain = (): Promise<unknown> => queryClient.invalidateQueries({ queryKey: api.handover.key() })

const ForAll = ({ usual, choose }: { readonly usual: HandoverChoice | null; readonly choose: (use: HandoverChoice) => void }) => (
  <Group gap={8}>
    <Text size="sm" flex={1}>
      Choose for each, or for all of these:
    </Text>
    {(['mine', 'theirs'] as const).map((use) => (
      <Button key={use} variant={usual === use ? 'light' : 'default'} size="xs" aria-pressed={usual === use} onClick={() => choose(use)}>
        {use === 'mine' ? 'Keep all of mine' : 'Take all of theirs'}
      </Button>
    ))}
  </Group>
)

/** How many are still to be decided. */
const countOpen = (preview: HandoverPreview, usual: Usual, each: ReadonlyMap<string, { readonly kind: HandoverKind }>): number =>
  handoverKinds
    .filter((kind) => usual[kind] === undefined)
    .reduce((sum, kind) => sum + preview.differs[kind] - [...each.values()].filter((one) => one.kind === kind).length, 0)

type ReadyProps = { readonly id: string; readonly preview: HandoverPreview; readonly close: () => void }

const Ready = ({ id, preview, close }: ReadyProps) => {
  const kinds = handoverKinds.filter((one) => preview.differs[one] > 0)
  const [kind, setKind] = useState<HandoverKind>(kinds[0] ?? 'cell')
  const [usual, setUsual] = useState<Usual>({})
  const [each, setEach] = useState<
    ReadonlyMap<string, { readonly kind: HandoverKind; readonly key: string; readonly use: HandoverChoice }>
  >(new Map())
  const [isOtherFine, setOtherFine] = useState(false)
  const merge = useMutation({
    mutationFn: () =>
      client.handover.merge({
        id,
        otherWorkspace: isOtherFine,
        choices: {
          usual: { cell: 'mine', product: 'mine', set: 'mine', match: 'mine', ...usual },
          each: [...each.values()],
        },
      }),
    onSettled: readAgain,
  })
  const open = countOpen(preview, usual, each)
  const lacks =
    open > 0
      ? `Decide ${countOf(open, 'difference')} first`
      : preview.isOfOtherWorkspace && !isOtherFine
        ? 'Confirm the workspace first'
        : null
  const chooseAll = (use: HandoverChoice): void => {
    setUsual({ ...usual, [kind]: use })
    setEach(new Map([...each].filter(([, one]) => one.kind !== kind)))
  }
  const from = preview.madeBy === '' ? '' : `From ${preview.madeBy}, `
  return (
    <>
      <div role="status">
        <Text size="sm" c="dimmed">
          {from}
          {formatTime(preview.madeAt)}
        </Text>
        {describeHandover(preview).map((line) => (
          <Text key={line} size="sm">
            {line}
          </Text>
        ))}
      </div>
      {preview.isOfOtherWorkspace && (
        <>
          <Note tone="warn">The file is from a workspace that isn’t active here: {preview.workspace}.</Note>
          <Checkbox label="Merge it anyway" checked={isOtherFine} onChange={(event) => setOtherFine(event.currentTarget.checked)} />
        </>
      )}
      {kinds.length > 1 && (
        <SegmentedControl
          aria-label="Differences shown"
          data={kinds.map((one) => ({ value: one, label: `${handoverKindWords[one]} (${formatCount(preview.differs[one])})` }))}
          value={kind}
          onChange={(value) => setKind(value as HandoverKind)}
        />
      )}
      {kinds.length > 0 && (
        <>
          <ForAll usual={usual[kind] ?? null} choose={chooseAll} />
          <MergeDifferences
            id={id}
            kind={kind}
            usual={usual[kind] ?? null}
            choices={new Map([...each.values()].filter((one) => one.kind === kind).map(({ key, use }) => [key, use]))}
            choose={(key, use) => setEach(new Map([...each, [`${kind} ${key}`, { kind, key, use }]]))}
          />
        </>
      )}
      {merge.error && <ProblemNote what="The file was not merged." error={merge.error} />}
      <Group className={foot.foot} justify="flex-end" gap={8}>
        {open > 0 && (
          <Text size="sm" c="dimmed">
            {lacks}
          </Text>
        )}
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <WithheldButton withheld={lacks} loading={merge.isPending} onClick={() => merge.mutate()}>
          Merge
        </WithheldButton>
      </Group>
    </>
  )
}

const Body = ({ opened, close }: { readonly opened: OpenedHandover; readonly close: () => void }) => {
  const { id, state } = opened
  const done = (label: string) => (
    <Group justify="flex-end">
      <Button data-autofocus onClick={close}>
        {label}
      </Button>
    </Group>
  )
  switch (state.kind) {
    case 'reading':
      return (
        <Group gap={12}>
          <Loader size="sm" />
          <Text size="sm">Comparing…</Text>
        </Group>
      )
    case 'ready':
      return <Ready id={id} preview={state.preview} close={close} />
    case 'merging':
      return (
        <Group gap={12} wrap="nowrap">
          <Progress flex={1} value={(100 * state.done) / state.total} aria-label="Merged" />
          <Text size="sm">Merging…</Text>
        </Group>
      )
    case 'merged':
      return (
        <>
          <div role="status">
            {describeMerged(state.result, (problem) => describeProblem(problem).message, state).map((line) => (
              <Text key={line} size="sm">
                {line}
              </Text>
            ))}
          </div>
          {done('Done')}
        </>
      )
    case 'failed': {
      const { message, action } = describeProblem(state.problem)
      return (
        <>
          <Note tone="bad" isAlert>
            {message} {action}
          </Note>
          {done('Close')}
        </>
      )
    }
  }
}

const titleOf = ({ name, state }: OpenedHandover): string => {
  if (name === '') return 'Hand-over not merged'
  if (state.kind === 'merged') return state.result.problem ? `Merged only part of “${name}”` : `Merged “${name}”`
  return state.kind === 'failed' ? `“${name}” was not merged` : `Merge “${name}”`
}

const OpenDialog = ({ opened }: { readonly opened: OpenedHandover }) => {
  const isBusy = opened.state.kind === 'merging'
  const close = (): void => {
    if (isBusy) return
    client.handover
      .close({ id: opened.id })
      .catch((error: unknown) => tellProblem('The file is still open.', error))
      .finally(() => void readAgain())
  }
  return (
    <Modal
      opened
      onClose={close}
      title={titleOf(opened)}
      size={760}
      closeOnClickOutside={false}
      withCloseButton={!isBusy}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div key={`${opened.id} ${opened.state.kind}`} className={classes.body}>
        <Body opened={opened} close={close} />
      </div>
    </Modal>
  )
}

/** A colleague's file that was dropped or chosen: what it brings, what differs, and what became of it. */
export const MergeDialog = () => {
  const { data } = useQuery(api.handover.view.queryOptions())
  return data ? <OpenDialog opened={data} /> : null
}
