import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { RememberedRule, RememberedRules } from '../../shared/matching.ts'
import { nameRule } from '../../shared/words/matching.ts'
import { countOf } from '../../shared/words/numbers.ts'
import { moveItem } from '../products/reorder.ts'
import { Icon } from '../ui/icon.tsx'
import { tellProblem } from '../ui/tell.tsx'
import classes from './rules-dialog.module.css'
import { changeRules, saveMapping } from './use-rules.ts'

const removeRule = (rules: readonly RememberedRule[], at: number): void => {
  if (rules[at]?.rule.by === 'mapping') saveMapping(null).catch((error: unknown) => tellProblem('The mapping file was not removed.', error))
  else changeRules(rules.toSpliced(at, 1))
}

type ItemProps = {
  readonly one: RememberedRule
  readonly at: number
  readonly count: number
  readonly about: string | null
  readonly isDragged: boolean
  readonly isOver: boolean
  readonly use: (isUsed: boolean) => void
  readonly move: (to: number) => void
  readonly remove: (() => void) | null
  readonly drag: (from: number | null) => void
  readonly over: () => void
  readonly drop: () => void
}

const RuleItem = (props: ItemProps) => {
  const { one, at, count, about, use, move, remove, drag, over, drop } = props
  const name = nameRule(one.rule)
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 || !event.altKey) return
    event.preventDefault()
    move(at + step)
  }
  return (
    <li
      className={classes.rule}
      data-rule={name}
      data-dragged={props.isDragged || undefined}
      data-over={props.isOver || undefined}
      draggable
      onKeyDown={onKeyDown}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', name)
        event.dataTransfer.effectAllowed = 'move'
        drag(at)
      }}
      onDragEnd={() => drag(null)}
      onDragOver={(event) => {
        event.preventDefault()
        event.stopPropagation()
        over()
      }}
      onDrop={(event) => {
        event.preventDefault()
        event.stopPropagation()
        drop()
      }}
    >
      <Icon name="drag" size={16} />
      <label className={classes.ruleName}>
        <input type="checkbox" checked={one.isUsed} onChange={(event) => use(event.currentTarget.checked)} />
        <span title={name}>{name}</span>
        {about && <span className={classes.quiet}>{about}</span>}
      </label>
      {remove && (
        <ActionIcon size={26} aria-label={`Remove ${name}`} onClick={remove}>
          <Icon name="close" size={14} />
        </ActionIcon>
      )}
      <ActionIcon size={26} aria-label={`Move ${name} up`} disabled={at === 0} onClick={() => move(at - 1)}>
        <Icon name="up" size={14} />
      </ActionIcon>
      <ActionIcon size={26} aria-label={`Move ${name} down`} disabled={at === count - 1} onClick={() => move(at + 1)}>
        <Icon name="down" size={14} />
      </ActionIcon>
    </li>
  )
}

/** The rules in their order: used or not, dragged by mouse, moved by their buttons or with Alt and the arrows. */
export const RuleList = ({ rules, mapping }: RememberedRules) => {
  const [dragged, setDragged] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const [said, setSaid] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const move = (from: number, to: number): void => {
    const next = moveItem(rules, from, to)
    const one = rules[from]
    if (next === rules || !one) return
    changeRules(next)
    setSaid(`${nameRule(one.rule)} is now ${to + 1} of ${rules.length}`)
    // The row that has the keyboard keeps it.
    if (document.activeElement instanceof HTMLInputElement)
      requestAnimationFrame(() => list.current?.querySelectorAll<HTMLInputElement>('li input')[to]?.focus())
  }
  return (
    <>
      <ul ref={list} className={classes.rules} aria-label="Rules in order">
        {rules.map((one, at) => (
          <RuleItem
            key={one.rule.by === 'pattern' ? `pattern ${one.rule.pattern}` : one.rule.by}
            one={one}
            at={at}
            count={rules.length}
            about={one.rule.by === 'mapping' && mapping ? `${mapping.name}, ${countOf(mapping.lines, 'line')}` : null}
            isDragged={dragged === at}
            isOver={over === at && dragged !== null && dragged !== at}
            use={(isUsed) => changeRules(rules.with(at, { ...one, isUsed }))}
            move={(to) => move(at, to)}
            remove={one.rule.by === 'pattern' || one.rule.by === 'mapping' ? () => removeRule(rules, at) : null}
            drag={(from) => {
              setDragged(from)
              setOver(null)
            }}
            over={() => setOver(at)}
            drop={() => {
              if (dragged !== null) move(dragged, at)
              setDragged(null)
            }}
          />
        ))}
      </ul>
      <VisuallyHidden aria-live="polite">{said}</VisuallyHidden>
    </>
  )
}
