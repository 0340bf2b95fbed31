import type { SetQuestion } from '../../../shared/answers/question-sets.ts'
import { findRepeatedText, type OutColumn, type OutFrom, type OutLayout, outFacts } from '../../../shared/exchange/exports.ts'
import { factWords } from '../../../shared/exchange/exports-words.ts'

/** A choice where a column's cells come from, as a select has it. */
export type SourceChoice = { readonly value: string; readonly label: string }
/** Mantine's selects take lists that may change. */
export type SourceGroup = { readonly group: string; readonly items: SourceChoice[] }

/** The same text for the same source. */
export const sourceKey = (from: OutFrom): string => {
  switch (from.kind) {
    case 'fact':
      return `fact ${from.fact}`
    case 'question':
      return `question ${from.question}`
    case 'review':
      return `review ${from.question}`
    case 'further':
      return `further ${from.header}`
    case 'fixed':
      return `fixed ${from.text}`
  }
}

const kinds: Readonly<Record<string, (rest: string) => OutFrom>> = {
  fact: (rest) => ({ kind: 'fact', fact: outFacts.find((one) => one === rest) ?? 'name' }),
  question: (question) => ({ kind: 'question', question }),
  review: (question) => ({ kind: 'review', question }),
  further: (header) => ({ kind: 'further', header }),
  fixed: (text) => ({ kind: 'fixed', text }),
}

export const sourceOf = (key: string): OutFrom => {
  const at = key.indexOf(' ')
  return (kinds[key.slice(0, at)] ?? kinds.fixed ?? (() => ({ kind: 'fixed', text: '' })))(key.slice(at + 1))
}

/** All sources, in groups. `further`: headers of the product list's other columns. */
export const listSources = (questions: readonly SetQuestion[], further: readonly string[]): SourceGroup[] => [
  { group: 'Texts', items: questions.map(({ question, column }) => ({ value: sourceKey({ kind: 'question', question }), label: column })) },
  { group: 'Picture and product', items: outFacts.map((fact) => ({ value: sourceKey({ kind: 'fact', fact }), label: factWords[fact] })) },
  ...(further.length > 0
    ? [{ group: 'Your product list', items: further.map((header) => ({ value: sourceKey({ kind: 'further', header }), label: header })) }]
    : []),
  {
    group: 'Review',
    items: questions.map(({ question, column }) => ({ value: sourceKey({ kind: 'review', question }), label: `Review of ${column}` })),
  },
  { group: 'Other', items: [{ value: sourceKey({ kind: 'fixed', text: '' }), label: 'Empty' }] },
]

export const moveColumn = (columns: readonly OutColumn[], at: number, by: -1 | 1): OutColumn[] => {
  const moved = columns[at]
  const to = at + by
  if (!moved || to < 0 || to >= columns.length) return [...columns]
  return columns.toSpliced(at, 1).toSpliced(to, 0, moved)
}

/** What is wrong with a column; `null`: nothing. */
export const columnProblem = ({ columns, comesBack }: Pick<OutLayout, 'columns' | 'comesBack'>, at: number): string | null => {
  const header = columns[at]?.header.trim() ?? ''
  const twice = comesBack ? findRepeatedText(columns.slice(0, at + 1)) : undefined
  if (twice && columns[at]?.from.kind === 'question' && !findRepeatedText(columns.slice(0, at)))
    return `Has the texts of “${twice[0]}”, too`
  if (header === '') return 'Enter a name'
  return columns.findIndex((one) => one.header.trim() === header) < at ? 'Another column has this name' : null
}
