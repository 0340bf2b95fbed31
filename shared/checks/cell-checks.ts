import type { CellCheck } from '../answers/question-sets.ts'
import type { FailedCheck } from '../base/failed-check.ts'
import { doubtLanguage } from '../base/text-language.ts'
import { readTextPattern, type TextPattern } from '../base/text-pattern.ts'

/** Patterns that were read, by their text. */
const patterns = new Map<string, TextPattern>()
const mostPatterns = 200

const patternOf = (source: string): TextPattern => {
  const known = patterns.get(source)
  if (known) return known
  if (patterns.size >= mostPatterns) patterns.clear()
  const read = readTextPattern(source)
  patterns.set(source, read)
  return read
}

/** Longer texts are not gone through to count exactly. */
const countCharacters = (text: string): number => {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** With one kind of space and of each letter, and without invisible signs. */
const readBeginning = (text: string): string =>
  text
    .slice(0, 400)
    .normalize('NFC')
    .replace(/\p{Cf}+/gu, '')
    .replace(/[\p{Z}\s]+/gu, ' ')
    .trim()
    .toLowerCase()

/** The words that a text begins with, also behind quotes; `null`: none of them. What follows must not continue the last word. */
const findBeginning = (text: string, beginnings: readonly string[]): string | null => {
  const begin = readBeginning(text)
  const begins = [begin, begin.replace(/^[\p{P} ]+/u, '')]
  return (
    beginnings.find((words) => {
      const wanted = readBeginning(words)
      return begins.some((one) => one.startsWith(wanted) && !/^[\p{L}\p{M}\p{N}]/u.test(one.slice(wanted.length)))
    }) ?? null
  )
}

const applyCheck = (text: string, check: CellCheck): FailedCheck | null => {
  const isEmpty = text.trim() === ''
  if (check.kind === 'not-empty') return isEmpty ? { kind: 'not-empty' } : null
  if (isEmpty) return null
  switch (check.kind) {
    case 'longest': {
      const characters = text.length <= check.characters ? 0 : countCharacters(text)
      return characters > check.characters ? { kind: 'longest', characters, limit: check.characters } : null
    }
    case 'must-match': {
      const pattern = patternOf(check.pattern)
      // One that can't be read never comes this far from the editor; it says so there.
      return pattern.kind === 'pattern' && !pattern.fits(text) ? { kind: 'must-match', pattern: check.pattern } : null
    }
    case 'must-not-begin': {
      const words = findBeginning(text, check.words)
      return words === null ? null : { kind: 'must-not-begin', words }
    }
    case 'language': {
      const doubt = doubtLanguage(text, check.language)
      return doubt && { kind: 'language', language: check.language, seems: doubt.seems }
    }
  }
}

/** The checks that a text fails, in time linear in the text. An empty one only fails “must not be empty”. */
export const checkCell = (text: string, checks: readonly CellCheck[]): FailedCheck[] =>
  checks.flatMap((check) => applyCheck(text, check) ?? [])
