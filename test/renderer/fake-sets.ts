import { describeOffered, importSets, orderSets, removeSet, saveSet } from '../../electron/core/answers/question-sets/change-sets.ts'
import type { SetStore } from '../../electron/core/answers/question-sets/set-store.ts'
import { implementer } from '../../electron/core/implementer.ts'
import { formatSetFile, nameSetFile, parseSetFile } from '../../shared/answers/question-set-file.ts'
import type { QuestionSet } from '../../shared/answers/question-sets.ts'

const os = implementer.questionSets

const texts: QuestionSet = {
  id: 'set_texts',
  name: 'Shop texts',
  runsOnDrop: true,
  changedAt: 1,
  questions: [
    {
      question: 'Write alt text for this picture.',
      column: 'Alt text',
      checks: [
        { kind: 'not-empty' },
        { kind: 'longest', characters: 125 },
        { kind: 'must-not-begin', words: ['image of', 'picture of'] },
        { kind: 'language', language: 'en' },
      ],
    },
    { question: 'Which color is the product?', column: 'Color', checks: [] },
    { question: 'What does the label say?', column: 'Label', checks: [] },
  ],
}
const pictureChecks: QuestionSet = {
  id: 'set_checks',
  name: 'Picture checks',
  runsOnDrop: false,
  changedAt: 1,
  questions: [{ question: 'Is the background white?', column: 'White background', checks: [] }],
}

export const fakeSets: readonly QuestionSet[] = [texts, pictureChecks]

/** Question sets in memory, changed by the core's own rules. */
export const createFakeSets = (ports: {
  readonly announce: () => void
  readonly countOf: (images: unknown) => number
  isEmpty?: boolean
}) => {
  let sets: QuestionSet[] = ports.isEmpty ? [] : [...fakeSets]
  let ids = 0
  const questionSets: SetStore = {
    list: () => [...sets],
    get: (id) => sets.find((one) => one.id === id),
    listRunning: () => ({ questions: [], names: [] }),
    isAnyRunning: () => sets.some(({ runsOnDrop }) => runsOnDrop),
    put: (set, place) => {
      const at = sets.findIndex(({ id }) => id === set.id)
      sets = at < 0 ? sets.toSpliced(place ?? sets.length, 0, set) : sets.with(at, set)
    },
    remove: (id) => {
      sets = sets.filter((one) => one.id !== id)
    },
    getRemoved: () => undefined,
    forget: () => 0,
    order: (wanted) => {
      sets = sets.toSorted((a, b) => wanted.indexOf(a.id) - wanted.indexOf(b.id))
    },
  }
  const journal = {
    write: <T>(change: () => T) => change(),
    durable: async () => ports.announce(),
    newId: (prefix: string) => `${prefix}${++ids}`,
  }
  const change = { journal, questionSets, clock: { now: () => Date.now() } } as Parameters<typeof saveSet>[0]
  return {
    list: os.list.handler(() => sets),
    save: os.save.handler(({ input }) => saveSet(change, input)),
    remove: os.remove.handler(({ input }) => removeSet(change, input.id)),
    order: os.order.handler(async ({ input }) => {
      await orderSets(change, input.ids)
      return sets
    }),
    read: os.read.handler(({ input }) => describeOffered(parseSetFile(input.text), sets)),
    import: os.import.handler(async ({ input }) => {
      const { left, ...counts } = await importSets(
        change,
        parseSetFile(input.text),
        input.replace.map((name) => ({ name })),
      )
      return { ...counts, left: [...left] }
    }),
    export: os.export.handler(({ input }) => {
      const chosen = sets.filter(({ id }) => input.ids.length === 0 || input.ids.includes(id))
      return { text: formatSetFile(chosen), fileName: nameSetFile(chosen) }
    }),
    ask: os.ask.handler(({ input }) => {
      const pictures = ports.countOf(input.images)
      const questions = sets.find(({ id }) => id === input.id)?.questions.length ?? 0
      return { asked: pictures * questions, askedBefore: 0, pictures, withoutAddress: 0, why: null }
    }),
  }
}
