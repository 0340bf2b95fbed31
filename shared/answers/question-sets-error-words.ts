import type { ErrorWords } from '../base/error-words.ts'
import { formatCount } from '../base/number-words.ts'
import type { TextPatternProblem } from '../base/text-pattern.ts'
import type { CellCheck } from './question-sets.ts'
import type { QuestionSetsFailure } from './question-sets-failures.ts'

const checkNames: Readonly<Record<CellCheck['kind'], string>> = {
  'not-empty': 'Must not be empty',
  longest: 'Longest length',
  'must-match': 'Must match',
  'must-not-begin': 'Must not begin with',
  language: 'Language',
}

const checkAdvice: Readonly<Record<CellCheck['kind'], string>> = {
  'not-empty': 'Remove the check and add it again.',
  longest: 'Enter a whole number from 1 to 100,000.',
  'must-match': 'Correct the pattern, or remove the check.',
  'must-not-begin': 'Enter 1 to 50 beginnings, none longer than 100 characters.',
  language: 'Choose one of the languages in the list.',
}

const patternFaults: Readonly<Record<TextPatternProblem['kind'], string>> = {
  unclosed: 'a bracket is not closed',
  'nothing-to-repeat': 'there is nothing to repeat',
  'unknown-escape': 'the character after the backslash has no meaning here',
  'wrong-range': 'the range runs backwards',
  'wrong-count': 'the number of repeats is wrong',
  unexpected: 'this character is not allowed here',
  'too-large': 'it is too long or repeats too much',
}

const otherFile = 'Choose a file that “Export” wrote; its name ends with .packshot-questions.'

const unusable: Readonly<Record<'json' | 'other' | 'empty', string>> = {
  json: 'This file does not contain question sets.',
  other: 'This file contains something else than question sets.',
  empty: 'This file contains no question set.',
}

export const questionSetsErrors: ErrorWords<QuestionSetsFailure> = {
  'set-name-empty': () => ({ message: 'The set has no name.', action: 'Enter a name.' }),
  'set-name-too-long': ({ length, limit }) => ({
    message: `A set’s name may have ${formatCount(limit)} characters; this one has ${formatCount(length)}.`,
    action: 'Shorten it.',
  }),
  'set-name-taken': ({ name }) => ({ message: `There is already a set called “${name}”.`, action: 'Choose another name.' }),
  'set-without-questions': () => ({ message: 'The set has no question.', action: 'Add a question.' }),
  'set-too-many-questions': ({ count, limit }) => ({
    message: `A set may have ${formatCount(limit)} questions; this one has ${formatCount(count)}.`,
    action: 'Split it into several sets.',
  }),
  'set-question-empty': ({ number }) => ({ message: `Question ${number} is empty.`, action: 'Write it, or remove it.' }),
  'set-question-too-long': ({ number, length, limit }) => ({
    message: `A question may have ${formatCount(limit)} characters; question ${number} has ${formatCount(length)}.`,
    action: 'Shorten it.',
  }),
  'set-column-too-long': ({ number, length, limit }) => ({
    message: `A column’s name may have ${formatCount(limit)} characters; that of question ${number} has ${formatCount(length)}.`,
    action: 'Shorten it.',
  }),
  'set-column-twice': ({ column, first, second }) => ({
    message: `Questions ${first} and ${second} have the same column, “${column}”.`,
    action: 'Rename one of the columns.',
  }),
  'set-question-twice': ({ first, second }) => ({
    message: `Questions ${first} and ${second} are the same.`,
    action: 'Change or remove one of them.',
  }),
  'set-check-unusable': ({ number, check }) => ({
    message:
      check === null
        ? `Question ${number} has a check that this version of Packshot doesn’t know.`
        : `The check “${checkNames[check]}” of question ${number} can’t be used.`,
    action: check === null ? 'Update Packshot, or remove the check.' : checkAdvice[check],
  }),
  'set-pattern-wrong': ({ number, why, at }) => ({
    message: `The pattern of question ${number} can’t be used: ${patternFaults[why]}${why === 'too-large' ? '' : `, at character ${at}`}.`,
    action: 'Correct the pattern, or remove the check.',
  }),
  'set-check-twice': ({ number, check }) => ({
    message: `Question ${number} has the check “${checkNames[check]}” twice.`,
    action: 'Remove one of them.',
  }),
  'set-unknown': () => ({ message: 'This question set no longer exists.', action: 'Choose another one.' }),
  'set-not-named-so': ({ name, names }) => ({
    message: `There is no question set called “${name}”.`,
    action: names.length === 0 ? 'Import one: “packshot sets import FILE”.' : `Choose one of these: ${names.slice(0, 5).join(', ')}.`,
  }),
  'change-not-newest': () => ({
    message: 'Something else changed since, or it was undone already.',
    action: 'Use Undo in the sheet to undo the last change.',
  }),
  'set-changed-since': ({ name }) => ({
    message: `“${name}” was changed in another window.`,
    action: 'Close the editor and open the set again.',
  }),
  'sets-too-many': ({ limit }) => ({
    message: `Packshot keeps ${formatCount(limit)} question sets.`,
    action: 'Remove one first.',
  }),
  'set-file-over-size': ({ limit }) => ({
    message: `A file of question sets may have ${formatCount(limit / 1_000_000)} MB; this one is larger.`,
    action: otherFile,
  }),
  'set-file-unusable': ({ is }) => ({ message: unusable[is], action: otherFile }),
  'set-file-unreadable': ({ name }) => ({ message: `“${name}” could not be read.`, action: 'Check that it is there and can be opened.' }),
  'review-names-nothing': () => ({ message: 'It was not said which cells.', action: 'Add --only, --text or --question, or --all.' }),
  'question-or-set': () => ({ message: 'No question was given.', action: 'Add --question TEXT or --set NAME.' }),
  'set-file-version': ({ version }) => ({
    message: `This file has version ${version}, which a newer Packshot wrote.`,
    action: 'Update Packshot, then import it again.',
  }),
  'set-file-problem': ({ number, name, problem }, tell) => {
    const record = { code: 'usage', failure: problem } as const
    return {
      message: `Set ${number} of the file${name.trim() === '' ? '' : `, “${name.trim().slice(0, 100)}”,`} can’t be used: ${tell.cause(record)}`,
      action: `Correct it where it was made, and export it again. ${tell.action(record)}`,
    }
  },
  'set-file-twice': ({ name }) => ({ message: `The file has two sets called “${name}”.`, action: 'Rename one, and export them again.' }),
}
