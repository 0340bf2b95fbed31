import { Button, Group, Text, Title } from '@mantine/core'
import { useDidUpdate } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { countOf } from '../../../shared/base/number-words.ts'
import { uncheckedProductWords } from '../../../shared/checks/requirement-profiles-words.ts'
import { type AttributeList, isListCertain, type Product } from '../../../shared/products/products.ts'
import type { CurrentStatement } from '../../../shared/queue/jobs.ts'
import { client } from '../../bridge.ts'
import { ProductChecks } from '../../checks/product-checks.tsx'
import { api } from '../../queries.ts'
import { Icon } from '../../ui/icon.tsx'
import { tell, tellProblem } from '../../ui/tell.tsx'
import { WithheldButton } from '../../ui/withheld-button.tsx'
import { useSession } from '../../workspaces/connections/use-session.ts'
import { useWithheld } from '../../workspaces/settings/use-scope.ts'
import { CurrentChoice } from './current-choice.tsx'
import { describeKnown, judgeList } from './describe-list.ts'
import { ofAttributeList } from './known-pictures.ts'
import { applyDraft, type Draft, wantedList } from './list-draft.ts'
import classes from './list-editor.module.css'
import { OrderChoice } from './order-choice.tsx'
import { PictureOrder } from './picture-order.tsx'
import { isSameOrder } from './reorder.ts'
import { toItems, useReadNames } from './use-list-items.ts'

const useReplace = (product: Product, attribute: string, done: () => void) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: { readonly sourceIds: string[]; readonly seen: string[]; readonly current: CurrentStatement | null }) =>
      client.products.replaceList({ productRef: product.ref, attribute, ...change }),
    onSuccess: async () => {
      done()
      tell('Updating the list', { text: 'You can restore the previous pictures.' })
      await queries.invalidateQueries({ queryKey: api.jobs.key() })
    },
    onError: (error) => tellProblem('The list was not changed.', error),
  })
}

type Props = {
  readonly product: Product
  readonly list: AttributeList
  /** Work on this list is running or waiting, so the list before it is not known yet. */
  readonly isChanging: boolean
}

/** One list of a product: reorder, remove, restore the previous list. Changes are shown before they are sent. */
export const ListEditor = ({ product, list, isChanging }: Props) => {
  const before = useMemo(() => list.sourceIds ?? [], [list.sourceIds])
  const previous = list.previousSourceIds
  // Pictures of the list before this one are shown when it is restored.
  const { names, areRead, error: unnamed } = useReadNames(useMemo(() => [...new Set([...before, ...(previous ?? [])])], [before, previous]))
  const [draft, setDraft] = useState<Draft | null>(null)
  const place = useRef<HTMLElement>(null)
  const replace = useReplace(product, list.attribute, () => setDraft(null))
  const withheld = useWithheld()
  const connection = useSession()?.connection
  const serviceAppends = connection?.serviceAppends ?? false
  const known = useMemo(() => ofAttributeList(list), [list])
  const [said, setSaid] = useState<CurrentStatement | null>(null)
  const after = useMemo(() => applyDraft(draft, before), [draft, before])
  const change = (keys: readonly string[]) => setDraft({ base: before, keys })
  const isChanged = !isSameOrder(before, after)
  // Keeps the focus on the list when its buttons disappear.
  useDidUpdate(() => {
    if (document.activeElement === document.body) place.current?.focus()
  }, [isChanged])
  const standing = judgeList(product, list.attribute, connection?.listEditors ?? null, Date.now())
  const mustSay = standing.kind === 'ask' && !serviceAppends && connection?.readProduct == null
  const there = mustSay && said?.kind === 'ids' ? said.ids.length : mustSay && said?.kind === 'nothing' ? 0 : before.length
  const stated = mustSay && isChanged ? said : null
  const wanted = useMemo(() => wantedList(after, before, stated), [after, before, stated])
  const shown = useMemo(
    () => toItems({ sourceIds: after, imageIds: isChanged ? [] : list.imageIds }, names),
    [after, isChanged, list.imageIds, names],
  )
  const checked = useMemo(
    () => (areRead ? wanted.map((sourceId) => ({ imageId: names.get(sourceId)?.imageId ?? null, sourceId })) : null),
    [areRead, wanted, names],
  )
  const isSure = isListCertain(list) || stated !== null
  const lack = isSure
    ? unnamed && !areRead
      ? uncheckedProductWords.names
      : null
    : mustSay && isChanged
      ? uncheckedProductWords.said
      : uncheckedProductWords.known
  return (
    <section ref={place} className={classes.list} tabIndex={-1} aria-label={list.attribute}>
      <Group justify="space-between" mb={8} wrap="nowrap">
        <div>
          <Title order={3}>{list.attribute}</Title>
          <Text size="sm" c="dimmed">
            {list.sourceIds === null
              ? 'Packshot does not know what it shows.'
              : `${countOf(before.length, 'picture')}, ${describeKnown(list, Date.now())}`}
          </Text>
        </div>
        {previous && !isChanged && !isChanging && !replace.isPending && (
          <Button size="xs" variant="default" leftSection={<Icon name="undo" size={16} />} onClick={() => change(previous)}>
            Restore previous pictures
          </Button>
        )}
      </Group>
      <OrderChoice ids={after} first={{ label: 'As saved', ids: before }} names={names} change={change} />
      {shown.length > 0 && (
        <PictureOrder
          label={`${list.attribute} in order`}
          items={shown}
          canRemove
          change={(next) => change(next.map((item) => item.key))}
        />
      )}
      {isChanged && (
        <div className={classes.change}>
          {mustSay && (
            <div className={classes.ask}>
              <CurrentChoice known={known} isReplacement choose={setSaid} />
            </div>
          )}
          <Text size="sm" flex={1}>
            Before: {countOf(there, 'picture')}. After: {countOf(wanted.length, 'picture')}
            {before.length === wanted.length ? ', in another order' : ''}. What is taken off stays in the workspace.
          </Text>
          <Button size="xs" variant="default" onClick={() => setDraft(null)}>
            Discard
          </Button>
          <WithheldButton
            size="xs"
            withheld={withheld}
            disabled={mustSay && said === null}
            loading={replace.isPending}
            onClick={() => replace.mutate({ sourceIds: [...wanted], seen: [...before], current: mustSay ? said : null })}
          >
            Save list
          </WithheldButton>
        </div>
      )}
      <ProductChecks level={4} label={`Shop checks: ${list.attribute}`} pictures={checked} lack={lack} />
    </section>
  )
}
