import { implementer as os } from '../implementer.ts'
import { chooseImages } from '../library/choose-images.ts'
import type { HandlerContext } from '../router.ts'
import { ask } from './ask.ts'

/** Asking, and reading the answers. */
export const createQuestionHandlers = ({ journal, jobs, images, answers, connections, scheduler, ports }: HandlerContext) => ({
  ask: os.questions.ask.handler(async ({ input }) => {
    const chosen = chooseImages(input.images, images)
    const result = await ask(
      { imageIds: chosen.map((one) => one.id), questions: input.questions, again: input.again },
      { journal, jobs, clock: ports.clock, connectionId: () => connections.active()?.id ?? null },
    )
    scheduler.wake()
    return { ...result, pictures: chosen.length }
  }),
  answers: os.questions.answers.handler(() => answers.list()),
})
