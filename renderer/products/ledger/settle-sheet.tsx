import { Button, Group, Modal, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { describeError } from '../../../shared/base/describe-error.ts'
import { countOf, formatCount } from '../../../shared/base/number-words.ts'
import { currentWords } from '../../../shared/products/attached-lists-words.ts'
import type { MatchedList } from '../../../shared/products/pasted-lists.ts'
import type { UnsettledList } from '../../../shared/products/products.ts'
import type { CurrentStatement } from '../../../shared/queue/jobs.ts'
import { client } from '../../bridge.ts'
import { api, queryClient } from '../../queries.ts'
import foot from '../../ui/dialog-foot.module.css'
import { tell, tellProblem } from '../../ui/tell.tsx'
import { UnreadNote } from '../../ui/unread-note.tsx'
import { type CurrentDraft, draftOf, emptyDraft, readDraft } from './current-draft.ts'
import { type KnownPictures, ofUnsettledList, withDoubted } from './known-pictures.ts'
import { readDoubtedFacts } from './read-doubted-ids.ts'
import { SettlePaste } from './settle-paste.tsx'
import { SettleRow } from './settle-row.tsx'
import classes from './settle-sheet.module.css'
import { closeSettle, useSettleView } from './settle-view.ts'
import { unsettledQuery } from './use-unsettled.ts'

type SettleInput = Parameters<typeof client.products.settle>[0]
type Refused = Awaited<ReturnType<typeof client.products.settle>>['refused'][number]

const keyOf = ({ productRef, attribute }: Pick<UnsettledList, 'productRef' | 'attribute'>): string => `${productRef} ${attribute}`

type Row = {
  readonly key: string
  readonly list: UnsettledList
  readonly known: KnownPictures
  readonly draft: CurrentDraft
  readonly current: CurrentStatement | null
  readonly problem: string | null
}

const useSettle = (keep: (refused: readonly Refused[]) => void) =>
  useMutation({
    mutationFn: (input: SettleInput) => client.products.settle(input),
    onSuccess: async ({ retried, refused }) => {
      keep(refused)
      if (retried > 0) tell(`${countOf(retried, 'attachment')} continued`)
      await queryClient.invalidateQueries({ queryKey: api.products.unsettled.key() })
      const { total } = await queryClient.fetchQuery(unsettledQuery())
      if (total === 0) closeSettle()
    },
    onError: (error) => tellProblem('Nothing was continued.', error),
  })

const Sheet = ({ lists, total }: { readonly lists: readonly UnsettledList[]; readonly total: number }) => {
  const [drafts, setDrafts] = useState<Readonly<Record<string, CurrentDraft>>>({})
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const [pastes, setPastes] = useState(false)
  const settle = useSettle(setRefused)
  const rows = useMemo(
    () =>
      lists.map((list): Row => {
        const key = keyOf(list)
        const found = refused.find((one) => keyOf(one) === key)
        const known = withDoubted(ofUnsettledList(list), readDoubtedFacts(found?.reason)) ?? ofUnsettledList(list)
        const draft = drafts[key] ?? emptyDraft
        const problem = found ? Object.values(describeError(found.reason)).join(' ') : null
        return { key, list, known, draft, problem, current: readDraft(draft, known) }
      }),
    [lists, drafts, refused],
  )
  const change = (key: string, draft: CurrentDraft) => setDrafts((before) => ({ ...before, [key]: draft }))
  const fill = (matched: readonly MatchedList[]) =>
    setDrafts((before) => ({ ...before, ...Object.fromEntries(matched.map(({ list, current }) => [keyOf(list), draftOf(current)])) }))
  const said = rows.flatMap(({ list, current }) =>
    current === null ? [] : [{ productRef: list.productRef, attribute: list.attribute, current }],
  )
  return (
    <>
      <Group justify="space-between" gap={16} wrap="nowrap" align="flex-start">
        <Text size="sm">
          {currentWords.many}
          {total > lists.length && ` The first ${formatCount(lists.length)} of ${formatCount(total)} are shown.`}
        </Text>
        <Button variant="default" size="xs" flex="none" aria-expanded={pastes} onClick={() => setPastes(!pastes)}>
          Paste lists…
        </Button>
      </Group>
      {pastes && <SettlePaste lists={lists} fill={fill} />}
      <div className={classes.rows}>
        {rows.map(({ key, list, known, draft, problem }) => (
          <SettleRow key={key} list={list} known={known} draft={draft} problem={problem} change={(next) => change(key, next)} />
        ))}
      </div>
      <Group gap={8} wrap="nowrap" className={foot.foot}>
        <Text size="sm" c="dimmed" flex={1}>
          {currentWords.limit}
        </Text>
        <Button variant="default" onClick={closeSettle}>
          Later
        </Button>
        <Button disabled={said.length === 0} loading={settle.isPending} onClick={() => settle.mutate({ lists: said })}>
          {said.length === 0 ? 'Continue' : `Continue ${countOf(said.length, 'product')}`}
        </Button>
      </Group>
    </>
  )
}

/** All lists that work waits for, each answered on its own: nothing is preselected, and no button confirms all of them. */
export const SettleSheet = () => {
  const isOpen = useSettleView((view) => view.isOpen)
  const { data, error } = useQuery({ ...unsettledQuery(), enabled: isOpen })
  return (
    <Modal
      opened={isOpen}
      onClose={closeSettle}
      size={760}
      title={data && data.total > 0 ? `${countOf(data.total, 'product needs', 'products need')} a look` : 'Products that need a look'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {error && <UnreadNote what="The products cannot be shown." error={error} />}
      {data?.total === 0 && <Text size="sm">No product needs attention now.</Text>}
      {data && data.total > 0 && <Sheet lists={data.rows} total={data.total} />}
    </Modal>
  )
}
