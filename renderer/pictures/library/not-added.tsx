import { ActionIcon, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { create } from 'zustand'
import { countOf, formatCount } from '../../../shared/base/number-words.ts'
import type { Refusal } from '../../../shared/pictures/pictures.ts'
import { folderOfRefusal } from '../../../shared/pictures/refused-place.ts'
import { client, hostKind } from '../../bridge.ts'
import { changeSettings, useSettings } from '../../settings/use-settings.ts'
import { copyText } from '../../ui/copy-text.ts'
import { loadErrorWords, useErrorWords } from '../../ui/error-words.ts'
import { formatAgo } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { describeProblem } from '../../ui/read-problem.ts'
import { tell, tellProblem } from '../../ui/tell.tsx'
import { Tip } from '../../ui/tip.tsx'
import { usePages } from '../../ui/use-pages.ts'
import { VirtualRows } from '../../ui/virtual-rows.tsx'
import { useWatchReport } from '../../watching/watch-queries.ts'
import classes from './library-line.module.css'
import { refusedPage } from './refused-page.ts'

/** Refusals of an earlier day are not news when the window opens. */
const newsMs = 60 * 60 * 1_000

const useNotAddedView = create<{ readonly isOpen: boolean; readonly openedAt: number }>(() => ({ isOpen: false, openedAt: Date.now() }))

/** What was refused before this is known to the person, or no news; what was dismissed stays away after a restart, too. */
const useSeenAt = (): number => {
  const openedAt = useNotAddedView((view) => view.openedAt)
  return Math.max(openedAt - newsMs, useSettings().value?.notAddedSeenAt ?? 0)
}

/** All refusals so far are known to the person. */
export const seeNotAdded = (): void => changeSettings({ notAddedSeenAt: Date.now() })

/** Opens the list from elsewhere: the command palette. */
export const openNotAdded = (): void => useNotAddedView.setState({ isOpen: true })

const isAddress = (path: string): boolean => /^https?:/i.test(path)

/** Estimated row height in pixels. */
const rowHeight = 104

const useTryAgain = () =>
  useMutation({
    mutationFn: (paths: readonly string[]) => client.pictures.tryRefusedAgain({ paths: [...paths] }),
    onSuccess: ({ added, known, refused, left }) => {
      const there = known > 0 ? [`${countOf(known, 'file was', 'files were')} already in the library.`] : []
      const still = refused > 0 ? [`${countOf(refused, 'file was', 'files were')} refused again.`] : []
      const unread = left > 0 ? [`${countOf(left, 'file', 'files')} came without a path: drop ${left === 1 ? 'it' : 'them'} again.`] : []
      tell(added > 0 ? `${countOf(added, 'file')} added` : 'Nothing was added', { text: [...there, ...still, ...unread].join(' ') })
    },
    onError: (error) => tellProblem('The files were not added.', error),
  })

const openFolder = (path: string): Promise<void> =>
  client.pictures.showRefused({ path }).catch((error: unknown) => tellProblem('The folder was not opened.', error))

const refusedAtOnce = 500

/** One file a line: where it is, and why it was not added. */
const copyList = async (): Promise<void> => {
  try {
    await loadErrorWords()
    const all: Refusal[] = []
    for (let offset = 0, total = 1; offset < total; offset += refusedAtOnce) {
      const page = await client.pictures.refusedPage({ offset, limit: refusedAtOnce, since: 0 })
      total = page.total
      all.push(...page.rows)
    }
    const lines = all.map((one) => `${one.path}\t${describeProblem(one.problem).message}`)
    await copyText(lines.join('\n'), countOf(lines.length, 'line'))
  } catch (error) {
    tellProblem('Nothing was copied.', error)
  }
}

const RefusedFile = (refusal: Refusal) => {
  const { name, problem, at, path } = refusal
  useErrorWords()
  const { message, action } = describeProblem(problem)
  const folder = folderOfRefusal(refusal)
  const again = useTryAgain()
  return (
    <Group gap={8} wrap="nowrap" align="flex-start" className={classes.row}>
      <Stack gap={0} flex={1} miw={0}>
        <Text fw={500} truncate>
          {name}
        </Text>
        <Text size="sm">{message}</Text>
        <Text size="sm" c="dimmed">
          {action} · {formatAgo(at, Date.now())}
        </Text>
        {folder !== null && (
          <Text size="sm" c="dimmed" truncate title={path}>
            In <bdi>{folder}</bdi>
          </Text>
        )}
      </Stack>
      {hostKind === 'electron' && folder !== null && !isAddress(path) && (
        <Tip label="Open folder">
          <ActionIcon size={30} aria-label={`Open folder of ${name}`} onClick={() => void openFolder(path)}>
            <Icon name="file" size={18} />
          </ActionIcon>
        </Tip>
      )}
      {folder !== null && (
        <Tip label="Try again">
          <ActionIcon size={30} aria-label={`Try ${name} again`} loading={again.isPending} onClick={() => again.mutate([path])}>
            <Icon name="retry" size={18} />
          </ActionIcon>
        </Tip>
      )}
    </Group>
  )
}

/** The way to the list once its banner is closed; beside the number of pictures. */
export const NotAddedLink = () => {
  const seenAt = useSeenAt()
  const counts = useQuery(refusedPage(0, seenAt)).data
  if (!counts || counts.total === 0 || counts.news > 0) return null
  return (
    <Button size="compact-sm" variant="subtle" color="gray" ml={8} onClick={openNotAdded}>
      {formatCount(counts.total)} not added
    </Button>
  )
}

const NotAddedList = ({ isOpen, seenAt, close }: { readonly isOpen: boolean; readonly seenAt: number; readonly close: () => void }) => {
  const options = useCallback((offset: number) => refusedPage(offset, seenAt), [seenAt])
  const { total, rowAt, onRange } = usePages<Refusal>(options)
  const again = useTryAgain()
  return (
    <Modal opened={isOpen} onClose={close} size={640} title="Files that were not added" closeButtonProps={{ 'aria-label': 'Close' }}>
      {total > 0 && (
        <Group gap={8} mb={8}>
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name="retry" size={16} />}
            loading={again.isPending}
            onClick={() => again.mutate([])}
          >
            Try all again
          </Button>
          <Button size="xs" variant="default" leftSection={<Icon name="copy" size={16} />} onClick={() => void copyList()}>
            Copy list
          </Button>
        </Group>
      )}
      {total === 0 && <Text size="sm">All files were added.</Text>}
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
  )
}

/** Files that were not added: a count, and a list with their folders and reasons, made when it is needed first. */
export const NotAdded = () => {
  const isOpen = useNotAddedView((view) => view.isOpen)
  const seenAt = useSeenAt()
  const { data } = useQuery(refusedPage(0, seenAt))
  const news = data?.news ?? 0
  // The line about watched folders counts theirs.
  const isReported = (useWatchReport()?.refused ?? 0) >= news
  const [isNeeded, setNeeded] = useState(isOpen)
  if (isOpen && !isNeeded) setNeeded(true)
  const close = () => {
    useNotAddedView.setState({ isOpen: false })
    const newest = data?.rows[0]?.at ?? 0
    if (newest > seenAt) changeSettings({ notAddedSeenAt: newest })
  }
  return (
    <>
      {news > 0 && !isReported && (
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
      {isNeeded && <NotAddedList isOpen={isOpen} seenAt={seenAt} close={close} />}
    </>
  )
}
