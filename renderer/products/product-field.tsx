import { TextInput } from '@mantine/core'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { countOf } from '../../shared/words/numbers.ts'
import { Icon } from '../ui/icon.tsx'
import { nameProduct } from './name-product.ts'
import { labelOf, type ProductChoice } from './product-choice.ts'
import classes from './product-field.module.css'
import type { ProductFieldState } from './use-product-field.ts'

const keyOf = (choice: ProductChoice): string => (choice.kind === 'known' ? choice.product.ref : `${choice.kind} ${labelOf(choice)}`)

const Words = ({ choice }: { readonly choice: ProductChoice }) => {
  switch (choice.kind) {
    case 'known': {
      const { name, productId, pictures, listed } = choice.product
      const facts = [
        ...(listed?.sku ? [listed.sku] : []),
        ...(name !== null && productId !== null ? [productId] : []),
        productId === null ? 'Not created yet' : countOf(pictures, 'picture'),
      ]
      return (
        <>
          <span className={classes.name}>{nameProduct(choice.product)}</span>
          <span className={classes.quiet}>{facts.join(' · ')}</span>
        </>
      )
    }
    case 'new':
      return (
        <span className={classes.name}>
          <Icon name="add" size={16} /> Create “{choice.name}”
        </span>
      )
    case 'id':
      return (
        <>
          <span className={classes.name}>Use the ID “{choice.productId}”</span>
          <span className={classes.quiet}>Not used here before</span>
        </>
      )
  }
}

/** What was chosen, in words. */
const describeChoice = (choice: ProductChoice): string => {
  if (choice.kind === 'new') return 'It is created for you.'
  if (choice.kind === 'id') return 'Not used here before: check the ID.'
  const { productId, name } = choice.product
  return productId === null ? 'Not created yet.' : name === null ? 'Used here before.' : productId
}

/**
 * The one field for a product, with the focus when its dialog opens. Its list stays below it until a product is chosen: by mouse, by arrows and Enter,
 * or by typing a known name or ID in full.
 */
export const ProductField = ({ field, label = 'Product' }: { readonly field: ProductFieldState; readonly label?: string }) => {
  const { text, type, choices, choice, choose } = field
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const first = text.trim() === '' ? -1 : 0
  const [moved, setMoved] = useState<number | null>(null)
  const active = Math.min(moved ?? first, choices.length - 1)
  const isShown = choice === null && choices.length > 0
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const take = (one: ProductChoice): void => {
    choose(one)
    setMoved(null)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isShown || event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const one = choices[active]
    if (step !== 0) setMoved(Math.max(0, Math.min(choices.length - 1, active + step)))
    else if (event.key === 'Enter' && one) take(one)
    else return
    event.preventDefault()
  }
  return (
    <div>
      <TextInput
        label={label}
        placeholder="Name, SKU, GTIN or ID"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={isShown ? `${id}-list` : undefined}
        aria-activedescendant={isShown && active >= 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        value={text}
        description={choice ? describeChoice(choice) : undefined}
        inputWrapperOrder={['label', 'input', 'description']}
        rightSection={choice && <Icon name="check" size={16} />}
        onChange={(event) => {
          type(event.currentTarget.value)
          setMoved(null)
        }}
        onKeyDown={onKeyDown}
      />
      {isShown && (
        <div ref={list} id={`${id}-list`} role="listbox" aria-label={`${label}: choices`} className={classes.list}>
          {choices.map((one, at) => (
            // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the field has the focus and the keys
            <div
              key={keyOf(one)}
              id={`${id}-${at}`}
              role="option"
              aria-selected={at === active}
              className={classes.option}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(one)}
            >
              <Words choice={one} />
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
