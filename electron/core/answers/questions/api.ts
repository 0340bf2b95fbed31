import type { HandlerContext } from '../../call-context.ts'
import { implementer as os } from '../../implementer.ts'
import { createFindAboutEarlier } from '../../pictures/library/lists/about-earlier.ts'
import { editAnswer } from '../sheet/edit-answer.ts'
import { personNow } from '../sheet/person-now.ts'
import { createAskAbout } from './ask-about.ts'
import { readAnswersPiece } from './lists/read-answers.ts'

type Ports = Parameters<typeof createAskAbout>[0] &
  Pick<HandlerContext, 'answers' | 'connections' | 'ports' | 'reader' | 'settings' | 'sheet' | 'sources'>

/** Asking, and reading the answers. */
export const createQuestionsHandlers = (context: Ports) => {
  const { journal, images, answers, connections, reader, sheet } = context
  const about = createAskAbout(context)
  const findAboutEarlier = createFindAboutEarlier(context)
  return {
    ask: os.questions.ask.handler(({ input }) => about.ask(input.images, { questions: input.questions, again: input.again })),
    answers: os.questions.answers.handler(({ input }) =>
      readAnswersPiece(journal, input ?? { workspace: connections.active()?.id ?? null, after: 0 }, findAboutEarlier),
    ),
    page: os.questions.page.handler(({ input }) =>
      reader.read('questions.page', { ...input, connectionId: connections.active()?.id ?? null }),
    ),
    estimate: os.questions.estimate.handler(({ input }) => about.estimate(input.images, input.questions)),
    edit: os.questions.edit.handler(async ({ input }) => {
      const edited = await editAnswer({ journal, answers, sheet, person: personNow(context) }, input)
      return { ...edited, imageName: images.get(edited.imageId)?.name ?? '' }
    }),
  }
}
