import { readAllAnswers } from '../../shared/read-all-answers.ts'
import type { TestCore } from './open-test-core.ts'

/** All answers, read in pieces as a window reads them. */
export const readAnswers = async ({ questions }: Pick<TestCore['client'], 'questions'>) => (await readAllAnswers(questions.answers)).answers
