import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type FoundMatchProduct, type MatchedProductRow, newProductKey } from '../../../shared/products/matching.ts'
import type { ProductRow } from '../../../shared/products/products.ts'
import { api } from '../../queries.ts'
import { findNamed, labelOf, offerChoices, type ProductChoice } from '../ledger/product-choice.ts'
import { type ProductFieldState, searchedText, useSimilar } from '../ledger/use-product-field.ts'

/** How many products are offered at a time. */
const offered = 8

/** As the product field shows it: its key is the reference. */
export const toHit = ({ product, pictures, coverId, found }: FoundMatchProduct): ProductRow => ({
  ref: product.key,
  productId: product.productId,
  name: product.name ?? product.sku ?? product.handle,
  connectionId: null,
  createdByUs: false,
  pictures,
  coverId,
  ...(found ? { found } : {}),
  listed: { sku: product.sku, gtin: product.gtin, isMissing: false },
})

const none = { productId: null, sku: null, gtin: null, handle: null, name: null }

/** The product that was chosen: a known one, one by its id, or a new one by its name. */
export const toMatched = (choice: ProductChoice, known: readonly MatchedProductRow[]): MatchedProductRow | null => {
  switch (choice.kind) {
    case 'known':
      return known.find(({ key }) => key === choice.product.ref) ?? null
    case 'id':
      return { ...none, key: `id:${choice.productId}`, productId: choice.productId }
    case 'new':
      return { ...none, key: `${newProductKey}${choice.name}`, name: choice.name }
  }
}

/** The product field (renderer/products/ledger/product-field.tsx) for products that pictures are matched to. */
export const useMatchedField = (): ProductFieldState & { readonly product: MatchedProductRow | null } => {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<{ readonly choice: ProductChoice; readonly product: MatchedProductRow | null } | null>(null)
  const { data, isPlaceholderData } = useQuery({
    ...api.matching.products.queryOptions({ input: { text: searchedText(text), limit: offered } }),
    placeholderData: keepPreviousData,
  })
  const isKnown = data !== undefined && !isPlaceholderData
  const known = (isKnown ? data : []).map(({ product }) => product)
  const rows = (isKnown ? data : []).map(toHit)
  const named = isKnown ? findNamed(text, rows) : null
  const choice = chosen?.choice ?? named
  const similar = useSimilar(choice === null || choice.kind === 'new' ? searchedText(text) : null)
  return {
    text,
    type: (next) => {
      setText(next)
      setChosen(null)
    },
    choices: isKnown ? offerChoices(text, rows, true) : [],
    choice,
    similar,
    choose: (next) => {
      setText(labelOf(next))
      setChosen({ choice: next, product: toMatched(next, known) })
    },
    product: chosen ? chosen.product : named && toMatched(named, known),
    lack: choice ? null : text.trim() === '' ? 'Choose a product, or create it.' : 'Choose one of the products found, or create it.',
  }
}
