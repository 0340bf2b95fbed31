import { implementer } from '../../electron/core/implementer.ts'
import type { JobProblem } from '../../shared/products/problems.ts'
import { refusedBy } from './refused-by.ts'

const os = implementer.problems

const problem: JobProblem = {
  key: 'attach-sources.not-found.service-refused',
  operation: 'attach-sources',
  reason: refusedBy(404, 'product not found', 'product'),
  isEach: true,
  jobs: 250,
  actions: 12,
  products: 250,
  examples: ['Linen shirt', 'Wool hat', 'Red scarf'],
  remedies: [
    { remedy: 'retry', jobs: 250 },
    { remedy: 'as-new', jobs: 250 },
    { remedy: 'by-sku', jobs: 12 },
    { remedy: 'leave', jobs: 250 },
  ],
}

/** 250 attachments to products that the workspace does not have; `isThere`: otherwise there is no problem. */
export const createFakeProblems = (isThere: boolean, changed: () => void) => {
  let isOpen = isThere
  const put = (open: boolean): void => {
    isOpen = open
    changed()
  }
  return {
    list: os.list.handler(({ input }) => (isOpen && input.action === null ? [problem] : [])),
    settle: os.settle.handler(({ input }) => {
      put(false)
      return { settled: problem.jobs, left: 0, undo: input.remedy === 'retry' ? null : 'undo_1' }
    }),
    undo: os.undo.handler(() => {
      put(true)
      return { undone: problem.jobs, left: 0 }
    }),
  }
}
