import type { ChosenImages } from '../../../shared/images.ts'
import { chooseImageIds } from '../library/choose-image-ids.ts'
import { ask } from '../questions/ask.ts'
import { editAnswer } from '../questions/edit-answer.ts'
import { estimateAsking } from '../questions/estimate-asking.ts'
import { pageAnswers } from '../views/page-answers.ts'
import { listAnswers } from '../views/read-answers.ts'
import type { HandlerContext } from './handler-context.ts'
import { implementer as os } from './implementer.ts'

type Ports = Pick<HandlerContext, 'answers' | 'connections' | 'images' | 'jobs' | 'journal' | 'ports' | 'publisher' | 'scheduler'>

/** Asking, and reading the answers. */
export const createQuestionsHandlers = ({ journal, jobs, images, answers, connections, scheduler, publisher, ports }: Ports) => {
  const estimate = (chosen: ChosenImages, questions: readonly string[]) =>
    estimateAsking(chosen, questions, {
      journal,
      images,
      connection: connections.active(),
      hasBucketKeys: publisher.access.hasKeys,
      dataTrial: publisher.store.trial,
    })
  return {
    ask: os.questions.ask.handler(async ({ input }) => {
      const result = await ask(
        { imageIds: chooseImageIds(input.images, { journal, images }), questions: input.questions, again: input.again },
        { journal, jobs, clock: ports.clock, connectionId: () => connections.active()?.id ?? null },
      )
      scheduler.wake()
      const { withoutAddress, why } = await estimate(input.images, [])
      return { ...result, withoutAddress, why }
    }),
    answers: os.questions.answers.handler(() => listAnswers(journal, connections.active()?.id ?? null)),
    page: os.questions.page.handler(({ input }) =>
      pageAnswers({ journal, connectionId: connections.active()?.id ?? null }, input, input.offset, input.limit),
    ),
    estimate: os.questions.estimate.handler(({ input }) => estimate(input.images, input.questions)),
    edit: os.questions.edit.handler(async ({ input }) => {
      const edited = await editAnswer({ journal, answers }, input)
      return { ...edited, imageName: images.get(edited.imageId)?.name ?? '' }
    }),
  }
}
