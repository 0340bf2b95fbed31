import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callProduct } from '../../../shared/products/product-names-words.ts'
import { api } from '../../queries.ts'
import { findNamed, labelOf, offerChoices, type ProductChoice } from './product-choice.ts'

/** How many products are offered at a time. */
const offered = 8

export type ProductFieldState = {
  readonly text: string
  readonly type: (text: string) => void
  readonly choices: readonly ProductChoice[]
  readonly choice: ProductChoice | null
  readonly choose: (choice: ProductChoice) => void
  /** What is called nearly like the text, if it may become a new product. */
  readonly similar: readonly string[]
  /** What is missing before the dialog's button works; `null`: nothing. */
  readonly lack: string | null
}

type Options = {
  readonly allowsNew: boolean
  /** What is chosen at first. */
  readonly initial?: ProductChoice | null
}

/**
 * What is called nearly like this, in words: to be seen before a second one is created. An empty name is asked, too: the core folds all products
 * while the person begins to type.
 */
export const useSimilar = (name: string | null): readonly string[] => {
  const { data } = useQuery(api.products.similar.queryOptions({ input: name === null ? skipToken : { name } }))
  return (data ?? []).map(callProduct)
}

/** A text as the search takes it. */
export const searchedText = (text: string): string => text.trim().slice(0, 300)

/** A field for one product: chosen from those that a search finds, typed in full, or created. */
export const useProductField = ({ allowsNew, initial = null }: Options): ProductFieldState => {
  const [text, setText] = useState(initial ? labelOf(initial) : '')
  const [chosen, setChosen] = useState<ProductChoice | null>(initial)
  const { data, isPlaceholderData } = useQuery({
    ...api.products.page.queryOptions({ input: { offset: 0, limit: offered, text: searchedText(text), listed: true } }),
    placeholderData: keepPreviousData,
  })
  const products = isPlaceholderData ? [] : (data?.rows ?? [])
  const isKnown = !isPlaceholderData && data !== undefined
  const choice = chosen ?? (isKnown ? findNamed(text, products) : null)
  const similar = useSimilar(allowsNew && (choice === null || choice.kind === 'new') ? searchedText(text) : null)
  const ways = allowsNew ? ', or create it' : ''
  const lack = choice ? null : text.trim() === '' ? `Choose a product${ways}.` : `Choose one of the products found${ways}.`
  return {
    text,
    type: (next) => {
      setText(next)
      setChosen(null)
    },
    // Until the search ends it is unknown whether the text is a known name.
    choices: isKnown ? offerChoices(text, products, allowsNew) : [],
    choice,
    similar,
    choose: (next) => {
      setText(labelOf(next))
      setChosen(next)
    },
    lack,
  }
}
