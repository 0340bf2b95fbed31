import type { IncompleteReason, ProductReading, UnreadableReason } from '../product-reading-settings.ts'

const describeIncomplete = (reason: IncompleteReason): string => {
  switch (reason.kind) {
    case 'no-list':
      return `The answer has no list at “${reason.place}”.`
    case 'no-attributes':
      return 'The answer shows no attributes of the product.'
    case 'other-name':
      return `The answer has no such attribute, but one named “${reason.name}”.`
    case 'not-ids':
      return `The answer has something other than source IDs at “${reason.place}”.`
    case 'more-pages':
      return 'The answer is only one page of the list.'
    case 'too-many-pages':
      return `The list has more than ${reason.pages} pages.`
    case 'same-page':
      return 'Every page of the list is the same one.'
    case 'count-differs':
      return `The service counts ${reason.stated} entries, but shows ${reason.found}.`
    case 'changing':
      return 'The list changed while it was read.'
    case 'part-missing':
      return 'The service answered with only a part of the list.'
  }
}

const describeUnreadable = (reason: UnreadableReason): string => {
  switch (reason.kind) {
    case 'other-product':
      return 'The answer is about other products.'
    case 'next-elsewhere':
      return `The next page is on another server (${reason.origin}), so it was not requested.`
    case 'odd-next':
      return 'The next page’s address can’t be used.'
    case 'refused':
      return reason.message
  }
}

/** Why a product's list was not read, as one sentence or the service's words, and what to do. */
export const describeReading = (
  reading: Extract<ProductReading, { kind: 'incomplete' | 'unreadable' }>,
): { readonly message: string; readonly action: string } => ({
  message: reading.kind === 'incomplete' ? describeIncomplete(reading.reason) : describeUnreadable(reading.reason),
  action:
    reading.kind === 'incomplete' && reading.reason.kind === 'changing'
      ? 'Try again in a moment.'
      : 'Check how products are read: in Settings, under Advanced, or with “packshot connection”.',
})

/** Texts of its settings. */
export const readingWords = {
  about: 'Turn on if this workspace can show a product. Packshot then reads each list before it changes it, and doesn’t ask you about it.',
  paging: { none: 'No pages', page: 'Page numbers', next: 'Link to the next page' },
  fields: {
    path: { label: 'Product path', about: 'With {productId}; {attribute}, {page} and {size} where needed.' },
    list: { label: 'Place of the list', about: 'Field names separated by dots. A single dot: the whole answer.' },
    pageSize: { label: 'Page size', about: 'Entries requested at a time.' },
    next: { label: 'Place of the next link', about: 'Field names separated by dots.' },
    total: { label: 'Place of the total', about: 'Field names separated by dots.' },
  },
} as const
