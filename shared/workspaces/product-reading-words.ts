/** The words of its settings. */
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
