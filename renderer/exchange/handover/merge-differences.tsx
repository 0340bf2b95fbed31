import { Button, Group, SegmentedControl, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { HandoverChoice, HandoverDifference, HandoverKind, HandoverSide } from '../../../shared/exchange/handover.ts'
import { describeSide, nameProductField } from '../../../shared/exchange/handover-words.ts'
import { client } from '../../bridge.ts'
import classes from './handover.module.css'

const pageSize = 50

const Side = ({ whose, side }: { readonly whose: string; readonly side: HandoverSide }) => {
  const said = describeSide(side)
  const isMatch = side.state !== null
  return (
    <p className={classes.side}>
      <span className={classes.whose}>{said === '' || isMatch ? whose : `${whose} · ${said}`}</span>
      {isMatch ? said : side.text || 'Empty'}
    </p>
  )
}

type Props = {
  readonly id: string
  readonly kind: HandoverKind
  /** By key, what a person chose; the others get `usual`. `null`: each needs a choice. */
  readonly choices: ReadonlyMap<string, HandoverChoice>
  readonly usual: HandoverChoice | null
  readonly choose: (key: string, use: HandoverChoice) => void
}

const nameDifference = ({ kind, about, part }: HandoverDifference): string =>
  part === '' ? about : `${about}, ${kind === 'product' ? nameProductField(part) : part}`

/** What both sides have, side by side. */
export const MergeDifferences = ({ id, kind, choices, usual, choose }: Props) => {
  const pages = useInfiniteQuery({
    queryKey: ['handover-differences', id, kind],
    queryFn: ({ pageParam }) => client.handover.differences({ id, kind, offset: pageParam, limit: pageSize }),
    initialPageParam: 0,
    getNextPageParam: (last, all) => (all.length * pageSize < last.total ? all.length * pageSize : undefined),
  })
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? []
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled part must be reachable by keyboard (WCAG 2.1.1)
    <section className={classes.differences} tabIndex={0} aria-label="Differences">
      <ul>
        {rows.map((one) => {
          const name = nameDifference(one)
          return (
            <li key={one.key} className={classes.difference}>
              <Group justify="space-between" gap={8} wrap="nowrap">
                <Text size="sm" fw={500} truncate title={name}>
                  {name}
                </Text>
                <SegmentedControl
                  size="xs"
                  flex="none"
                  aria-label={`What to keep for ${name}`}
                  data={[
                    { value: 'mine', label: 'Keep mine' },
                    { value: 'theirs', label: 'Take theirs' },
                  ]}
                  value={choices.get(one.key) ?? usual ?? ''}
                  onChange={(value) => choose(one.key, value === 'theirs' ? 'theirs' : 'mine')}
                />
              </Group>
              <div className={classes.sides}>
                <Side whose="Mine" side={one.mine} />
                <Side whose="Theirs" side={one.theirs} />
              </div>
            </li>
          )
        })}
      </ul>
      {pages.hasNextPage && (
        <Button variant="subtle" fullWidth loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          Show more
        </Button>
      )}
    </section>
  )
}
