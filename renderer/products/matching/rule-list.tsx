import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { countOf } from '../../../shared/base/number-words.ts'
import type { RememberedRule, RememberedRules } from '../../../shared/products/matching.ts'
import { nameRule } from '../../../shared/products/matching-words.ts'
import { Icon } from '../../ui/icon.tsx'
import { tellProblem } from '../../ui/tell.tsx'
import { type ChangeRules, keyOfRule, moveRule, removeRule, setUsed, stepRule } from './change-rules.ts'
import classes from './rules-dialog.module.css'
import { changeRules, saveMapping, shownRules } from './use-rules.ts'

const remove = (one: RememberedRule): void => {
  if (one.rule.by === 'mapping') saveMapping(null).catch((error: unknown) => tellProblem('The mapping file was not removed.', error))
  else changeRules(removeRule(keyOfRule(one)))
}

type ItemProps = {
  readonly one: RememberedRule
  readonly at: number
  readonly count: number
  readonly about: string | null
  readonly isDragged: boolean
  readonly isOver: boolean
  readonly step: (step: number) => void
  readonly drag: (isDragged: boolean) => void
  readonly over: () => void
  readonly drop: () => void
}

const RuleItem = (props: ItemProps) => {
  const { one, at, count, about, step, drag, over, drop } = props
  const name = nameRule(one.rule)
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (by === 0 || !event.altKey) return
    event.preventDefault()
    step(by)
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
        drag(true)
      }}
      onDragEnd={() => drag(false)}
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
        <input
          type="checkbox"
          checked={one.isUsed}
          onChange={(event) => changeRules(setUsed(keyOfRule(one), event.currentTarget.checked))}
        />
        <span title={name}>{name}</span>
        {about && <span className={classes.quiet}>{about}</span>}
      </label>
      {(one.rule.by === 'pattern' || one.rule.by === 'mapping') && (
        <ActionIcon size={26} aria-label={`Remove ${name}`} onClick={() => remove(one)}>
          <Icon name="close" size={14} />
        </ActionIcon>
      )}
      <ActionIcon size={26} aria-label={`Move ${name} up`} disabled={at === 0} onClick={() => step(-1)}>
        <Icon name="up" size={14} />
      </ActionIcon>
      <ActionIcon size={26} aria-label={`Move ${name} down`} disabled={at === count - 1} onClick={() => step(1)}>
        <Icon name="down" size={14} />
      </ActionIcon>
    </li>
  )
}

/** The rules in their order: used or not, dragged by mouse, moved by their buttons or with Alt and the arrows. */
export const RuleList = ({ rules, mapping }: RememberedRules) => {
  const [dragged, setDragged] = useState<string | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const [said, setSaid] = useState('')
  const move = (one: RememberedRule, change: ChangeRules): void => {
    const before = shownRules()
    const now = change(before)
    if (now === before) return
    changeRules(change)
    setSaid(`${nameRule(one.rule)} is now ${now.findIndex((other) => keyOfRule(other) === keyOfRule(one)) + 1} of ${now.length}`)
  }
  return (
    <>
      <ul className={classes.rules} aria-label="Rules in order">
        {rules.map((one, at) => (
          <RuleItem
            key={keyOfRule(one)}
            one={one}
            at={at}
            count={rules.length}
            about={one.rule.by === 'mapping' && mapping ? `${mapping.name}, ${countOf(mapping.lines, 'line')}` : null}
            isDragged={dragged === keyOfRule(one)}
            isOver={over === at && dragged !== null && dragged !== keyOfRule(one)}
            step={(by) => move(one, stepRule(keyOfRule(one), by))}
            drag={(isDragged) => {
              setDragged(isDragged ? keyOfRule(one) : null)
              setOver(null)
            }}
            over={() => setOver(at)}
            drop={() => {
              const from = rules.find((other) => keyOfRule(other) === dragged)
              if (from) move(from, moveRule(keyOfRule(from), keyOfRule(one)))
              setDragged(null)
            }}
          />
        ))}
      </ul>
      <VisuallyHidden aria-live="polite">{said}</VisuallyHidden>
    </>
  )
}
