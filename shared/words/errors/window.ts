import type { WindowFailure } from '../../failures/window.ts'
import type { ErrorWords } from './error-words.ts'

export const windowErrors: ErrorWords<WindowFailure> = {
  'only-reads': () => 'This Packshot only reads the data folder.',
}
