import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { keptWords } from '../../shared/base/kept-words.ts'
import { countOf } from '../../shared/base/number-words.ts'
import type { RemovedKind, RemovedRow, RemovedThing } from '../../shared/removed/removed.ts'
import { removedWords as words } from '../../shared/removed/removed-words.ts'
import { client, thumbnailUrl } from '../bridge.ts'
import { api } from '../queries.ts'
import { formatAgo, formatBytes } from '../ui/format.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { tell, tellProblem } from '../ui/tell.tsx'
import { UnreadNote } from '../ui/unread-note.tsx'
import { useRemovedList } from './open-removed.ts'
import classes from './removed-list.module.css'

/** Shown at once. */
const pageSize = 100

type Chosen = 'all' | readonly RemovedThing[]
/** What a person is asked about before it goes for good. */
type Asked = { readonly things: Chosen; readonly title: string; readonly button: string }

const toInput = (things: Chosen) => ({ things: things === 'all' ? things : [...things] })

const restore = async (things: Chosen): Promise<void> => {
  try {
    const { restored } = await client.removed.restore(toInput(things))
    tell(words.restored(restored))
  } catch (error) {
    tellProblem('Nothing was restored.', error)
  }
}

const removeForGood = async (things: Chosen): Promise<void> => {
  try {
    const { removed } = await client.removed.removeForGood(toInput(things))
    tell(words.removedForGood(removed))
  } catch (error) {
    tellProblem(keptWords['nothing-removed'], error)
  }
}

const icons: Record<RemovedKind, IconName> = { picture: 'picture', product: 'products', set: 'questions' }

const Item = ({ row, ask }: { readonly row: RemovedRow; readonly ask: (asked: Asked) => void }) => {
  const { kind, id, name, removedAt, goesAt, bytes } = row
  const now = Date.now()
  const facts = [
    words.kinds[kind],
    ...(bytes === null ? [] : [formatBytes(bytes)]),
    `removed ${formatAgo(removedAt, now)}`,
    goesAt <= now ? 'goes soon' : `goes ${formatAgo(goesAt, now)}`,
  ]
  return (
    <li className={classes.item}>
      {kind === 'picture' ? (
        <img src={thumbnailUrl(id)} alt="" decoding="async" loading="lazy" />
      ) : (
        <span className={classes.kind}>
          <Icon name={icons[kind]} />
        </span>
      )}
      <div className={classes.words}>
        <Text size="sm" truncate title={name}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {facts.join(' · ')}
        </Text>
      </div>
      <Button size="compact-sm" variant="default" flex="none" aria-label={`Restore ${name}`} onClick={() => void restore([{ kind, id }])}>
        Restore
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        flex="none"
        aria-label={`Remove for good… ${name}`}
        onClick={() => ask({ things: [{ kind, id }], title: `Remove ${name} for good?`, button: 'Remove for good' })}
      >
        Remove for good…
      </Button>
    </li>
  )
}

const pageOptions = (limit: number) => api.removed.page.queryOptions({ input: { offset: 0, limit } })

const Listed = ({ ask }: { readonly ask: (asked: Asked) => void }) => {
  const [limit, setLimit] = useState(pageSize)
  const { data, error } = useQuery({ ...pageOptions(limit), placeholderData: (before) => before })
  if (error) return <UnreadNote what="The removed items cannot be shown." error={error} />
  if (!data) return null
  const { total, bytes, rows } = data
  const all = countOf(total, 'item')
  return (
    <Stack gap={12}>
      <Text size="sm" c="dimmed">
        {total === 0 ? words.none : words.kept}
      </Text>
      {total > 0 && (
        <Group justify="space-between" gap={8}>
          <Text size="sm">{words.use(total, formatBytes(bytes))}</Text>
          <Group gap={8}>
            <Button size="compact-sm" variant="default" onClick={() => void restore('all')}>
              Restore all
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              onClick={() => ask({ things: 'all', title: `Remove ${all} for good?`, button: 'Remove all for good' })}
            >
              Remove all for good…
            </Button>
          </Group>
        </Group>
      )}
      <ul className={classes.list}>
        {rows.map((row) => (
          <Item key={`${row.kind} ${row.id}`} row={row} ask={ask} />
        ))}
      </ul>
      {total > rows.length && limit < 500 && (
        <Button variant="default" onClick={() => setLimit(500)}>
          Show more
        </Button>
      )}
      {total > rows.length && limit >= 500 && (
        <Text size="sm" c="dimmed">
          And {countOf(total - rows.length, 'earlier one', 'earlier ones')}. “packshot removed” lists all of them.
        </Text>
      )}
    </Stack>
  )
}

/** Asks before things go for good. */
const Question = ({ asked, close }: { readonly asked: Asked | null; readonly close: () => void }) => {
  // Its words stay while it fades out.
  const [last, setLast] = useState(asked)
  if (asked && asked !== last) setLast(asked)
  if (!last) return null
  const remove = (): void => {
    close()
    void removeForGood(last.things)
  }
  return (
    <Modal opened={asked !== null} onClose={close} title={last.title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap={16}>
        <Text size="sm">{words.ask}</Text>
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={close} data-autofocus>
            Cancel
          </Button>
          <Button color="red" onClick={remove}>
            {last.button}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** How much was removed recently, for the line that opens the list. */
export const useRemovedUse = (): string => {
  const { data } = useQuery(pageOptions(pageSize))
  if (!data || data.total === 0) return words.none
  return words.use(data.total, formatBytes(data.bytes))
}

/** What was removed, to restore it or to remove it for good. */
export const RemovedDialog = () => {
  const isOpen = useRemovedList((view) => view.isOpen)
  const [asked, setAsked] = useState<Asked | null>(null)
  return (
    <>
      <Modal
        opened={isOpen}
        onClose={() => useRemovedList.setState({ isOpen: false })}
        size={720}
        title={words.title}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Listed ask={setAsked} />
      </Modal>
      <Question asked={asked} close={() => setAsked(null)} />
    </>
  )
}
