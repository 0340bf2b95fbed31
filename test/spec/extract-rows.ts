import { createHash } from 'node:crypto'

/** One rule of the specification: a table row or a list item. A paragraph counts as an item, unless it only introduces a table. */
export type ExtractedRow = {
  /** `<section>/<first cell>` of a table row, `<section>/<number>` of an item. */
  readonly id: string
  /** Hash of the row's text. It shows whether the specification has changed since. */
  readonly hash: string
  readonly text: string
}

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\{[^}]*\}/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)
    .replace(/-$/, '')

const cells = (line: string): string[] =>
  line
    .slice(1, line.lastIndexOf('|'))
    .split('|')
    .map((cell) => cell.trim())

/** Every rule of a specification in Markdown, in order; ids are unique. */
export const extractRows = (markdown: string): ExtractedRow[] => {
  const rows: ExtractedRow[] = []
  const taken = new Map<string, number>()
  let section = ''
  let item = 0
  const lines = markdown.split('\n')
  const add = (key: string, text: string): void => {
    const wanted = `${section}/${key}`
    const count = (taken.get(wanted) ?? 0) + 1
    taken.set(wanted, count)
    const id = count === 1 ? wanted : `${wanted}-${count}`
    rows.push({ id, hash: createHash('sha256').update(text).digest('hex').slice(0, 12), text })
  }
  for (const [index, line] of lines.entries()) {
    const heading = /^(#+) (.+)$/.exec(line)
    const listed = /^(?:- |\d+\. )(.+)$/.exec(line)
    if (heading?.[1] !== undefined) {
      if (heading[1].length > 1) section = slug(heading[2] ?? '')
      item = 0
    } else if (line.startsWith('|')) {
      const isHeader = /^\|[\s:|-]+\|$/.test(lines[index + 1] ?? '')
      if (!isHeader && !/^\|[\s:|-]+\|$/.test(line)) {
        const [first = '', second = ''] = cells(line)
        // Rows of the error table start with where it happens, so the event itself is needed to tell them apart.
        add(section === 'errors' ? `${slug(first)}-${slug(second)}` : slug(first), line)
      }
    } else if (listed || (line.trim() !== '' && section !== '' && !line.endsWith(':'))) {
      item += 1
      add(String(item), line)
    }
  }
  return rows
}
