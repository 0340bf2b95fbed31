type Page<Row> = { readonly total: number; readonly rows: readonly Row[] }

/** All rows of a list that is read page by page; `offset`: rows read so far. */
export const readAllPages = async <Row>(read: (offset: number) => Promise<Page<Row>>): Promise<Row[]> => {
  const found: Row[] = []
  for (;;) {
    const { total, rows } = await read(found.length)
    found.push(...rows)
    if (rows.length === 0 || found.length >= total) return found
  }
}
