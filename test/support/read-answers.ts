import { readAllAnswers } from '../../shared/base/read-all-pages.ts'
import type { TestCore } from './open-test-core.ts'

/** All answers, read in pieces as a window reads them. */
export const readAnswers = async ({ questions }: Pick<TestCore['client'], 'questions'>) =>
  (await readAllAnswers(() => questions.answers())).answers
