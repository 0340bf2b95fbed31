import { describe, expect, it, test } from 'vitest'
import { formatSetFile, nameSetFile, parseSetFile } from '../../../../shared/answers/question-set-file.ts'
import { findSetProblem, nameColumns } from '../../../../shared/answers/question-set-problems.ts'
import type { QuestionSet } from '../../../../shared/answers/question-sets.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'
import { readAnswers } from '../../../support/read-answers.ts'

const library = prepareTestLibrary()
const sets = () => library.client().questionSets
const names = async () => (await sets().list()).map(({ name }) => name)

const question = (text: string, column = '', checks: unknown[] = []) => ({ question: text, column, checks })
const draft = (name: string, ...questions: ReturnType<typeof question>[]) => ({ name, questions, runsOnDrop: false })
const save = (name: string, ...questions: string[]) => sets().save(draft(name, ...questions.map((one) => question(one))))

describe('question sets', () => {
  it('are kept across a restart, in the person’s order, with a name for each column', async () => {
    await save(' Texts ', 'Write alt text.', 'Which color is it?')
    const checks = await save('Checks', 'White?')
    await sets().order({ ids: [checks.id] })
    await library.reopen()
    expect(await sets().list()).toMatchObject([
      { name: 'Checks', questions: [{ question: 'White?', column: 'White', checks: [] }], runsOnDrop: false },
      { name: 'Texts', questions: [{ column: 'Write alt text' }, { column: 'Which color is it' }] },
    ])
  })

  it('change as a whole, and not where another window changed them since', async () => {
    const first = await save('Texts', 'White?')
    const second = await sets().save({ ...first, seen: first.changedAt, name: 'Shop texts' })
    expect(second.id).toBe(first.id)
    await expect(sets().save({ ...first, seen: first.changedAt, name: 'Mine' })).rejects.toMatchObject({
      failure: { kind: 'set-changed-since', name: 'Shop texts' },
    })
    expect(await names()).toEqual(['Shop texts'])
  })

  it('come back at their place when a removal is undone, after other changes, too', async () => {
    for (const name of ['One', 'Two', 'Three']) await save(name, 'White?')
    const { set, place } = await sets().remove({ id: (await sets().list())[1]?.id ?? '' })
    await save('Four', 'White?')
    await library.reopen()
    await sets().save({ ...set, place })
    expect(await names()).toEqual(['One', 'Two', 'Three', 'Four'])
    await expect(sets().remove({ id: 'set_none' })).rejects.toMatchObject({ code: 'unknown-id' })
  })

  it('have names that differ by more than case and blanks', async () => {
    await save('Shop texts', 'White?')
    await expect(save(' SHOP  texts', 'Blue?')).rejects.toMatchObject({ failure: { kind: 'set-name-taken' } })
    expect(await names()).toEqual(['Shop texts'])
  })
})

describe('asking a set', () => {
  it('asks each of its questions about each picture, as one action, and nothing twice', async () => {
    await library.add(['Mug.png', 'Shirt.png'])
    const { id } = await save('Texts', 'White?', 'Blue?', 'Round?')
    await library.client().questions.ask({ images: { kind: 'some', images: ['Mug.png'] }, questions: ['Blue?'], again: false })
    expect(await sets().ask({ id, images: { kind: 'all' }, again: false })).toMatchObject({ asked: 5, askedBefore: 1, pictures: 2 })
    expect(await sets().ask({ id, images: { kind: 'all' }, again: false })).toMatchObject({ asked: 0, askedBefore: 6 })
    const { rows } = await library.client().actions.page({ offset: 0, limit: 10 })
    expect(rows.find((one) => one.facts?.kind === 'ask' && one.facts.set === 'Texts')).toMatchObject({
      counts: { waiting: 5 },
      pictures: 2,
    })
  })

  it('goes on after the set was removed', async () => {
    await library.add(['Mug.png'])
    const { id } = await save('Texts', 'White?', 'Blue?')
    await sets().ask({ id, images: { kind: 'all' }, again: false })
    await sets().remove({ id })
    await library.connect()
    await library.start()
    await library.settled()
    expect((await readAnswers(library.client())).map((one) => one.question).toSorted()).toEqual(['Blue?', 'White?'])
    await expect(sets().ask({ id, images: { kind: 'all' }, again: false })).rejects.toMatchObject({ failure: { kind: 'set-unknown' } })
  })
})

describe('a file of sets', () => {
  const content = (...questions: string[]) => ({
    ...draft('Texts', ...questions.map((one) => question(one, one.slice(0, -1)))),
    runsOnDrop: true,
  })

  it('brings the same sets to another computer', async () => {
    const kept = await sets().save({
      ...content('White?', 'Blue?'),
      questions: [question('White?', 'W', [{ kind: 'longest', characters: 9 }])],
    })
    const { text, fileName } = await sets().export({ ids: [kept.id] })
    expect(fileName).toBe('Texts.packshot-questions')
    await sets().remove({ id: kept.id })
    expect(await sets().read({ text })).toMatchObject([{ name: 'Texts', relation: 'new', known: null }])
    expect(await sets().import({ text })).toEqual({ added: 1, updated: 0, left: [] })
    expect(await sets().list()).toMatchObject([{ name: 'Texts', runsOnDrop: true, questions: kept.questions }])
    expect(await sets().import({ text })).toEqual({ added: 0, updated: 0, left: [] })
  })

  it('replaces a known set of the same name only if a person says so, and keeps whether it runs by itself', async () => {
    const kept = await save('texts', 'Round?')
    const text = formatSetFile([content('White?') as Omit<QuestionSet, 'id' | 'changedAt'>])
    expect(await sets().read({ text })).toMatchObject([{ relation: 'changed', known: 1 }])
    expect(await sets().import({ text })).toEqual({ added: 0, updated: 0, left: ['texts'] })
    expect(await sets().list()).toEqual([kept])
    expect(await sets().import({ text, replace: ['TEXTS'] })).toEqual({ added: 0, updated: 1, left: [] })
    expect(await sets().list()).toMatchObject([{ id: kept.id, name: 'Texts', runsOnDrop: false, questions: [{ question: 'White?' }] }])
  })

  test.each([
    ['{', 'set-file-unusable', 'This file does not contain question sets.'],
    ['{"packshot":1}', 'set-file-unusable', 'something else'],
    ['{"packshotQuestions":1,"sets":[]}', 'set-file-unusable', 'no question set'],
    ['{"packshotQuestions":2,"sets":[]}', 'set-file-version', 'version 2'],
    [
      '{"packshotQuestions":1,"sets":[{"name":"A","questions":[]}]}',
      'set-file-problem',
      'Set 1 of the file, “A”, can’t be used: The set has no question.',
    ],
    [
      '{"packshotQuestions":1,"sets":[{"name":"A","questions":[{"question":"x","column":"","checks":[{"kind":"smell"}]}]}]}',
      'set-file-problem',
      'doesn’t know',
    ],
    [
      `{"packshotQuestions":1,"sets":[${'{"name":"A","questions":[{"question":"x","column":""}]},'.repeat(2).slice(0, -1)}]}`,
      'set-file-twice',
      '“A”',
    ],
    ['['.repeat(4_000_001), 'set-file-over-size', '4 MB'],
  ])('that can’t be used is refused by name, and changes nothing: %.60s', async (text, kind, words) => {
    await expect(sets().import({ text })).rejects.toMatchObject({ failure: { kind }, message: expect.stringContaining(words) })
    expect(await sets().list()).toEqual([])
  })
})

describe('a set with a problem', () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => question(`Question ${at}?`))
  test.each([
    [draft('', question('x')), 'set-name-empty'],
    [draft('x'.repeat(101), question('x')), 'set-name-too-long'],
    [draft('A'), 'set-without-questions'],
    [draft('A', ...many(201)), 'set-too-many-questions'],
    [draft('A', question('x'), question('  ')), 'set-question-empty'],
    [draft('A', question('x'.repeat(4_001))), 'set-question-too-long'],
    [draft('A', question('x', 'y'.repeat(61))), 'set-column-too-long'],
    [draft('A', question('x', 'Alt'), question('y', ' ALT ')), 'set-column-twice'],
    [draft('A', question('x'), question('x ')), 'set-question-twice'],
    [draft('A', question('x', '', [{ kind: 'longest', characters: 0 }])), 'set-check-unusable'],
    [draft('A', question('x', '', [{ kind: 'must-match', pattern: '(a' }])), 'set-pattern-wrong'],
    [draft('A', question('x', '', [{ kind: 'not-empty' }, { kind: 'not-empty' }])), 'set-check-twice'],
  ])('is not kept, and says which: %#', async (set, kind) => {
    expect(findSetProblem(set)).toMatchObject({ kind })
    await expect(sets().save(set)).rejects.toMatchObject({ code: 'usage', failure: { kind } })
    expect(await sets().list()).toEqual([])
  })

  it('may have 200 long questions with the same beginning', async () => {
    const questions = Array.from({ length: 200 }, (_, at) =>
      question(`${'What can be seen at the very left edge of this picture '.repeat(20)}${at}`),
    )
    const set = await sets().save(draft('Many', ...questions))
    expect(new Set(set.questions.map(({ column }) => column.toLowerCase())).size).toBe(200)
    const { text } = await sets().export({})
    expect(parseSetFile(text)[0]?.questions).toEqual(set.questions)
  })
})

test('columns are named after their questions, each differently', () => {
  expect(nameColumns([question('White?'), question('White?', 'white'), question(' '), question('white')])).toEqual([
    'White 2',
    'white',
    'Question 3',
    'white 3',
  ])
  expect(nameSetFile([{ name: 'a/b: c?' }])).toBe('a b c.packshot-questions')
  expect(nameSetFile([{ name: 'A' }, { name: 'B' }])).toBe('Questions.packshot-questions')
})
