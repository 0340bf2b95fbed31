import { TextInput } from '@mantine/core'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { productFieldWords } from '../../../shared/products/product-names-words.ts'
import { Icon } from '../../ui/icon.tsx'
import { nameProduct } from './name-product.ts'
import { findMeant, labelOf, type ProductChoice } from './product-choice.ts'
import classes from './product-field.module.css'
import { HitCover, ProductHit } from './product-hit.tsx'
import type { ProductFieldState } from './use-product-field.ts'

const keyOf = (choice: ProductChoice): string => (choice.kind === 'known' ? choice.product.ref : `${choice.kind} ${labelOf(choice)}`)

type WordsProps = { readonly choice: ProductChoice; readonly similar: readonly string[] }

const Words = ({ choice, similar }: WordsProps) => {
  switch (choice.kind) {
    case 'known':
      return <ProductHit product={choice.product} />
    case 'new':
      return (
        <>
          <span className={classes.name}>
            <Icon name="add" size={16} /> Create “{choice.name}”
          </span>
          {similar.length > 0 && <span className={classes.quiet}>{productFieldWords.similar(similar)}</span>}
        </>
      )
    case 'id':
      return (
        <>
          <span className={classes.name}>Use the ID “{choice.productId}”</span>
          <span className={classes.quiet}>{productFieldWords.idIsNew}</span>
        </>
      )
  }
}

/** What was chosen, in words: all that the text in the field doesn’t say. */
const describeChoice = (choice: ProductChoice, text: string, similar: readonly string[]): string => {
  if (choice.kind === 'new')
    return [productFieldWords.created, ...(similar.length > 0 ? [`${productFieldWords.similar(similar)}.`] : [])].join(' ')
  if (choice.kind === 'id') return productFieldWords.checkId
  const { product } = choice
  const called = nameProduct(product)
  if (called.toLowerCase() !== text.trim().toLowerCase()) return called
  return product.productId === null ? `${productFieldWords.isNew}.` : product.name === null ? 'Used here before.' : product.productId
}

/**
 * The one field for a product, with the focus when its dialog opens. Its list stays below it until a product is chosen: by mouse, by arrows and Enter,
 * or by typing a known name, SKU, GTIN or ID in full. Enter alone takes a product only if the text means it, and never creates one.
 */
export const ProductField = ({ field, label = 'Product' }: { readonly field: ProductFieldState; readonly label?: string }) => {
  const { text, type, choices, choice, choose, similar } = field
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [moved, setMoved] = useState<number | null>(null)
  const active = Math.min(moved ?? findMeant(choices), choices.length - 1)
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
        description={choice ? describeChoice(choice, text, similar) : undefined}
        leftSection={choice?.kind === 'known' && choice.product.coverId !== null && <HitCover coverId={choice.product.coverId} />}
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
              data-own={one.kind !== 'known' || undefined}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(one)}
            >
              <Words choice={one} similar={similar} />
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
