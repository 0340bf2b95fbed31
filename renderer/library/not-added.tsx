import { ActionIcon, Button, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { create } from 'zustand'
import type { Refusal } from '../../shared/images.ts'
import { countOf } from '../../shared/words/numbers.ts'
import { useErrorWords } from '../ui/error-words.ts'
import { formatAgo } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { describeProblem } from '../ui/read-problem.ts'
import { usePages } from '../ui/use-pages.ts'
import { VirtualRows } from '../ui/virtual-rows.tsx'
import classes from './not-added.module.css'
import { refusedPage } from './refused-page.ts'

/** Refusals of an earlier day are not news when the window opens. */
const newsMs = 60 * 60 * 1_000

/** Kept while the window lives, so that a dismissal also applies on other screens. */
const useNotAddedView = create<{ readonly isOpen: boolean; readonly seenAt: number }>(() => ({
  isOpen: false,
  seenAt: Date.now() - newsMs,
}))

/** Opens the list from elsewhere: the command palette. */
export const openNotAdded = (): void => useNotAddedView.setState({ isOpen: true })

/** Estimated row height in pixels. */
const rowHeight = 84

const RefusedFile = ({ name, problem, at }: Refusal) => {
  useErrorWords()
  const { message, action } = describeProblem(problem)
  return (
    <Stack gap={0} className={classes.row}>
      <Text fw={500} truncate>
        {name}
      </Text>
      <Text size="sm">{message}</Text>
      <Text size="sm" c="dimmed">
        {action} · {formatAgo(at, Date.now())}
      </Text>
    </Stack>
  )
}

/** Files that were not added: a count, and a list with their reasons. */
export const NotAdded = () => {
  const { isOpen, seenAt } = useNotAddedView()
  const options = useCallback((offset: number) => refusedPage(offset, seenAt), [seenAt])
  const { total, rowAt, onRange } = usePages<Refusal>(options)
  const news = useQuery(options(0)).data?.news ?? 0
  const close = () => useNotAddedView.setState({ isOpen: false, seenAt: Math.max(seenAt, rowAt(0)?.at ?? 0) })
  return (
    <>
      {news > 0 && (
        <section className={classes.line} aria-label="Not added">
          <Icon name="warn" size={18} />
          <span className={classes.words}>{countOf(news, 'file was', 'files were')} not added.</span>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={openNotAdded}>
            Show why
          </Button>
          <ActionIcon size={26} aria-label="Dismiss" onClick={close}>
            <Icon name="close" size={16} />
          </ActionIcon>
        </section>
      )}
      <Modal opened={isOpen} onClose={close} size={640} title="Files that were not added" closeButtonProps={{ 'aria-label': 'Close' }}>
        <div className={classes.list} style={{ height: `min(60vh, ${Math.max(1, total) * rowHeight}px)` }}>
          <VirtualRows
            label="Files that were not added"
            count={total}
            onRange={onRange}
            estimate={rowHeight}
            render={(index) => {
              const one = rowAt(index)
              return one ? <RefusedFile {...one} /> : null
            }}
          />
        </div>
      </Modal>
    </>
  )
}
