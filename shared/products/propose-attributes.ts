import { sameName } from '../answers/question-set-problems.ts'
import type { SetQuestion } from '../answers/question-sets.ts'
import { findRoles, type TextRole } from '../exchange/export-presets.ts'

/** Words around what a question asks for: “What is the … of it?”, “Write … for this picture”. */
const around = new Set(
  `a an and any are as at be can could describe describes do does for from generate give good has have here how i image in is it its list made many me
   much name of on or photo picture please product provide read reads say says see seen short shown shows state suggest tell that the there these they this
   those to used was we what when where which who with would write you your`.split(/\s+/),
)

const most = 3

const isAround = (word: string | undefined): boolean => word !== undefined && around.has(word.toLowerCase())

/** What a question asks for, without the words around it; `''`: these are too many words for a name. */
const coreOf = (question: string): string => {
  const words = question
    .trim()
    .split(/[\s?.!:,;“”"]+/)
    .filter((word) => word !== '')
  while (isAround(words[0])) words.shift()
  while (isAround(words.at(-1))) words.pop()
  const core = words.length > most ? '' : words.join(' ')
  return core.charAt(0).toUpperCase() + core.slice(1)
}

const roleNames: Readonly<Record<TextRole, string>> = {
  alt: 'Alt text',
  extended: 'Long description',
  title: 'Title',
  description: 'Description',
}

const roleOf = (text: string): TextRole | undefined => {
  const [role] = Object.keys(findRoles([{ column: text }])) as TextRole[]
  return role
}

/** Whether a person named the column; otherwise its name is the question's first words. */
const isNamed = ({ question, column }: Pick<SetQuestion, 'question' | 'column'>): boolean =>
  !question.trim().toLowerCase().startsWith(column.trim().toLowerCase())

const nameFor = (one: Pick<SetQuestion, 'question' | 'column'>): string => {
  if (isNamed(one)) return one.column
  const core = coreOf(one.question)
  if (core !== '') return core
  const role = roleOf(one.question)
  return role === undefined ? '' : roleNames[role]
}

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** The same name as it is written there, else one for the same kind of text. */
const asKnown = (name: string, known: readonly string[]): string => {
  const alike = known.find((one) => lettersOf(one) === lettersOf(name))
  if (alike !== undefined) return alike
  const role = roleOf(name)
  return (role && known.find((one) => roleOf(one) === role)) ?? name
}

/**
 * A name of an attribute for each question: its column's, or a short name for what it asks, never the whole question. Written as in `known`, the
 * attributes that are used already. `''`: a person has to name it.
 */
export const proposeAttributes = (
  questions: readonly Pick<SetQuestion, 'question' | 'column'>[],
  known: readonly string[] = [],
): readonly string[] => {
  const taken: string[] = []
  return questions.map((one) => {
    const name = nameFor(one)
    const found = name === '' ? '' : asKnown(name, known)
    if (found === '' || taken.some((other) => sameName(other, found))) return ''
    taken.push(found)
    return found
  })
}
