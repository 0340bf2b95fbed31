import { Button, Group, SegmentedControl, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Difference, DifferenceKind, OutChoice } from '../../../shared/exchange/exports.ts'
import { conflictWords, rewriteWords } from '../../../shared/exchange/exports-words.ts'
import { client } from '../../bridge.ts'
import classes from './exports.module.css'

const pageSize = 50

export const cellKey = ({ imageId, question }: Pick<Difference, 'imageId' | 'question'>): string => `${imageId}\n${question}`

type Props = {
  readonly id: string
  readonly kind: DifferenceKind
  /** By cell, what a person chose; the others get `usual`. `null`: each needs a choice. */
  readonly choices: ReadonlyMap<string, OutChoice>
  readonly usual: OutChoice | null
  readonly choose: (one: Difference, use: OutChoice) => void
}

const reasonOf = (one: Difference): string | null =>
  one.kind === 'conflict' ? conflictWords[one.why] : one.kind === 'rewritten' ? rewriteWords[one.how] : null

/** Cells in which the file says something else than Packshot, side by side. */
export const Differences = ({ id, kind, choices, usual, choose }: Props) => {
  const pages = useInfiniteQuery({
    queryKey: ['differences', id, kind],
    queryFn: ({ pageParam }) => client.exports.differences({ id, kind, offset: pageParam, limit: pageSize }),
    initialPageParam: 0,
    getNextPageParam: (last, all) => (all.length * pageSize < last.total ? all.length * pageSize : undefined),
  })
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? []
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled part must be reachable by keyboard (WCAG 2.1.1)
    <section className={classes.differences} tabIndex={0} aria-label="Differences">
      <ul>
        {rows.map((one) => {
          const reason = reasonOf(one)
          const name = `${one.name}, ${one.column}`
          return (
            <li key={cellKey(one)} className={classes.difference}>
              <Group justify="space-between" gap={8} wrap="nowrap">
                <Text size="sm" fw={500} truncate>
                  {name}
                </Text>
                <SegmentedControl
                  size="xs"
                  aria-label={`Text to keep for ${name}`}
                  data={[
                    { value: 'packshot', label: 'Packshot’s' },
                    { value: 'file', label: 'The file’s' },
                  ]}
                  value={choices.get(cellKey(one)) ?? usual ?? ''}
                  onChange={(value) => choose(one, value === 'file' ? 'file' : 'packshot')}
                />
              </Group>
              {reason && <span className={classes.what}>{reason}</span>}
              <div className={classes.texts}>
                <p className={classes.text}>
                  <span className={classes.side}>In Packshot</span>
                  {one.now || 'Empty'}
                </p>
                <p className={classes.text}>
                  <span className={classes.side}>In the file, row {one.row}</span>
                  {one.text || 'Empty'}
                </p>
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
