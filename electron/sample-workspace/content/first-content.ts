import type { ContentItem, Contents } from './items.ts'

type FirstItem = Pick<ContentItem, 'kind' | 'name' | 'value'> & { readonly details?: ContentItem['details'] }

const input = (name: string, label: string, isRequired: boolean) => ({ name, label, type: 'string', required: isRequired })

/** The content of a new sample workspace, so that there is something to list and to write with. */
const firstItems: readonly FirstItem[] = [
  { kind: 'tone', name: 'Plain', value: 'Short sentences. Plain words.' },
  { kind: 'tone', name: 'Friendly', value: 'Friendly and relaxed: contractions, one thought per sentence.' },
  { kind: 'tone', name: 'Formal', value: 'Formal: no contractions, no exclamation marks.' },
  {
    kind: 'template',
    name: 'Alt text',
    value: 'An alternative text for a product picture.',
    details: { inputSchema: [input('answer', 'What the picture shows', true), input('product', 'Product name', false)] },
  },
  {
    kind: 'template',
    name: 'Product teaser',
    value: 'Two sentences that make a reader open the product page.',
    details: { inputSchema: [input('facts', 'Facts about the product', true)] },
  },
  { kind: 'audience', name: 'Shop visitors', value: 'People who compare products before they buy.' },
  { kind: 'project', name: 'Autumn range', value: 'Product pages for the autumn range.' },
  { kind: 'document', name: 'Packaging checklist', value: 'Front, back, barcode, allergens, net weight.' },
  {
    kind: 'knowledge',
    name: 'Picture rules',
    value: 'Product pictures have a white background and at least 1,000 pixels on the long side.',
  },
  { kind: 'knowledge', name: 'Units', value: 'Weights are given in grams, volumes in millilitres.' },
  { kind: 'style-guide', name: 'House style', value: 'British spelling. Numbers up to twelve as words.' },
]

export const ensureFirstContent = (contents: Contents): void => {
  if (!contents.isEmpty()) return
  for (const item of firstItems) contents.create(item)
}
