import type { AnswersPiece } from '../../../../shared/answers/questions.ts'
import { again } from '../../base/database/long-reader.ts'
import type { HandlerContext } from '../../call-context.ts'
import { implementer as os } from '../../implementer.ts'
import { editAnswer } from '../sheet/edit-answer.ts'
import { personNow } from '../sheet/person-now.ts'
import { createAskAbout } from './ask-about.ts'

type Ports = Parameters<typeof createAskAbout>[0] &
  Pick<HandlerContext, 'answers' | 'connections' | 'ports' | 'reader' | 'longReader' | 'settings' | 'sheet' | 'sources'>

/** Asking, and reading the answers. */
export const createQuestionsHandlers = (context: Ports) => {
  const { journal, images, answers, connections, reader, longReader, sheet } = context
  const about = createAskAbout(context)
  async function* allAnswers(workspace: string | null, signal: AbortSignal | undefined): AsyncGenerator<AnswersPiece, void> {
    const pieces = longReader.stream('questions.answers', { workspace }, signal)
    for await (const piece of pieces) yield piece === again ? { answers: [], written: [], done: 0, total: 0, isAgain: true } : piece
  }
  return {
    ask: os.questions.ask.handler(({ input }) => about.ask(input.images, { questions: input.questions, again: input.again })),
    answers: os.questions.answers.handler(({ signal }) => allAnswers(connections.active()?.id ?? null, signal)),
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
