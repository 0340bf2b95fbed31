import { Button, Group, SegmentedControl, Text } from '@mantine/core'
import { fateWords, leftOutWords } from '../../../shared/products/attached-lists-words.ts'
import type { Fate } from '../../../shared/products/statements.ts'
import classes from './left-out.module.css'
import type { OrderItem } from './picture-order.tsx'
import { PictureStrip } from './picture-strip.tsx'

type Props = {
  readonly items: readonly OrderItem[]
  /** How long ago we knew of them, in words. */
  readonly ago: string | null
  /** They were sent, and no answer came. */
  readonly isMaybe: boolean
  readonly fates: Readonly<Record<string, Fate>>
  readonly say: (fates: Readonly<Record<string, Fate>>) => void
}

/** Known pictures that a statement leaves out: a person decides about each of them. */
export const LeftOut = ({ items, ago, isMaybe, fates, say }: Props) => {
  const [only] = items
  const sayAll = (fate: Fate) => say({ ...fates, ...Object.fromEntries(items.map(({ key }) => [key, fate])) })
  return (
    <section className={classes.question} aria-label={isMaybe ? 'Pictures without an answer' : 'Pictures left out'}>
      <Group justify="space-between" gap={8} wrap="nowrap" align="flex-start">
        <Text size="sm">{leftOutWords({ count: items.length, name: items.length === 1 ? (only?.name ?? null) : null, ago, isMaybe })}</Text>
        {items.length > 1 && (
          <Group gap={4} wrap="nowrap">
            <Button size="compact-xs" variant="subtle" color="gray" onClick={() => sayAll('keep')}>
              {isMaybe ? 'All there' : 'Keep all'}
            </Button>
            <Button size="compact-xs" variant="subtle" color="gray" onClick={() => sayAll('removed')}>
              {isMaybe ? 'None there' : 'All removed'}
            </Button>
          </Group>
        )}
      </Group>
      <ul className={classes.list}>
        {items.map((item) => (
          <li key={item.key} className={classes.item}>
            <PictureStrip label={item.name} items={[item]} />
            <span className={classes.name}>{item.name}</span>
            <SegmentedControl
              size="xs"
              aria-label={`What became of ${item.name}`}
              value={fates[item.key] ?? ''}
              onChange={(fate) => say({ ...fates, [item.key]: fate as Fate })}
              data={[
                { value: 'keep', label: isMaybe ? fateWords.isThere : fateWords.keep },
                { value: 'removed', label: isMaybe ? fateWords.isNot : fateWords.removed },
              ]}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
