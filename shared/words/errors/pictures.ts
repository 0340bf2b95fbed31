import type { PicturesFailure } from '../../failures/pictures.ts'
import type { ErrorWords } from './error-words.ts'

export const picturesErrors: ErrorWords<PicturesFailure> = {}
