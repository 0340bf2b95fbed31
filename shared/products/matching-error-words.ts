import type { ErrorWords } from '../base/error-words.ts'
import { formatCount } from '../base/number-words.ts'
import type { MatchingFailure } from './matching-failures.ts'
import { describePatternProblem } from './matching-words.ts'

export const matchingErrors: ErrorWords<MatchingFailure> = {
  'pattern-refused': ({ pattern, problem }) => ({
    message: `The pattern “${pattern}” can’t be used. ${describePatternProblem(problem)}`,
    action: 'Use, for example, {sku}_{position}, or {folder}/{sku}-{any}.',
  }),
  'change-over': () => ({
    message: 'This change can’t be undone any more.',
    action: 'It was undone already, or many changes were made since.',
  }),
  'match-rule-unknown': ({ named, rules }) => `“${named}” is not a rule. Use one or more of: ${rules.join(', ')}.`,
  'match-rule-without-option': ({ rule }) =>
    rule === 'pattern' ? 'The rule “pattern” needs --pattern with the pattern.' : 'The rule “mapping” needs --mapping with a file.',
  'mapping-unreadable': ({ line }) => ({
    message: `Line ${formatCount(line)} of the mapping isn’t a file and its product.`,
    action:
      'Use two columns, files and products. With more, name them in the first line: “file”, or “image_1”, “image_2” …, and “product” or “SKU”.',
  }),
  'mapping-over-size': ({ most }) => ({
    message: `The mapping has more than ${formatCount(most)} lines.`,
    action: 'Leave out lines of files that aren’t in the library, then add it again.',
  }),
}
