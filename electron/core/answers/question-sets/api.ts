import { formatSetFile, nameSetFile, parseSetFile } from '../../../../shared/answers/question-set-file.ts'
import type { QuestionSet } from '../../../../shared/answers/question-sets.ts'
import { AppError } from '../../../../shared/base/errors.ts'
import type { HandlerContext } from '../../call-context.ts'
import { implementer as os } from '../../implementer.ts'
import { createAskAbout } from '../questions/ask-about.ts'
import { describeOffered, importSets, orderSets, removeSet, saveSet } from './change-sets.ts'

type Ports = Parameters<typeof createAskAbout>[0] & Pick<HandlerContext, 'questionSets'>

/** Question sets: kept, shared, asked. */
export const createQuestionSetsHandlers = (context: Ports) => {
  const { journal, questionSets, ports } = context
  const change = { journal, questionSets, clock: ports.clock }
  const about = createAskAbout(context)
  const find = (id: string): QuestionSet => {
    const set = questionSets.get(id)
    if (!set) throw new AppError('unknown-id', { kind: 'set-unknown' }, { kept: 'nothing-changed' })
    return set
  }
  return {
    list: os.questionSets.list.handler(() => questionSets.list()),
    save: os.questionSets.save.handler(({ input }) => saveSet(change, input)),
    remove: os.questionSets.remove.handler(({ input }) => removeSet(change, input.id)),
    order: os.questionSets.order.handler(async ({ input }) => {
      await orderSets(change, input.ids)
      return questionSets.list()
    }),
    read: os.questionSets.read.handler(({ input }) => describeOffered(parseSetFile(input.text), questionSets.list())),
    import: os.questionSets.import.handler(async ({ input }) => {
      const { left, ...counts } = await importSets(
        change,
        parseSetFile(input.text),
        input.replace.map((name) => ({ name })),
      )
      return { ...counts, left: [...left] }
    }),
    export: os.questionSets.export.handler(({ input }) => {
      const sets = input.ids.length === 0 ? questionSets.list() : input.ids.map(find)
      return { text: formatSetFile(sets), fileName: nameSetFile(sets) }
    }),
    ask: os.questionSets.ask.handler(({ input }) => {
      const { name, questions } = find(input.id)
      return about.ask(input.images, { questions: questions.map((one) => one.question), again: input.again, set: name })
    }),
  }
}
