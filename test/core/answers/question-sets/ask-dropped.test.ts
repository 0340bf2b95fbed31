import { copyFileSync, cpSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { openTestCore, type TestCore, waitFor } from '../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'
import { readAnswers } from '../../../support/read-answers.ts'

/** A kill leaves what the last commit left: the library's files are copied after each of them. */
let copies: string[] | undefined
const copy = (): void => {
  if (!copies) return
  const to = join(library.folder(), `killed-${copies.length}`)
  mkdirSync(to)
  for (const name of ['library.db', 'library.db-wal']) {
    const from = join(library.folder(), 'data', name)
    if (existsSync(from)) copyFileSync(from, join(to, name))
  }
  copies.push(to)
}
const soon = (act: () => void): void =>
  systemPlatform.timers.soon(() => {
    act()
    copy()
  })
const library = prepareTestLibrary({ timers: { ...systemPlatform.timers, soon } })

const keepSet = (questions: readonly string[], runsOnDrop = true) =>
  library
    .client()
    .questionSets.save({ name: 'Texts', runsOnDrop, questions: questions.map((question) => ({ question, column: '', checks: [] })) })
const jobs = async () => (await library.client().jobs.list({})).filter(({ work }) => work.operation === 'analyse-image')

describe('a set that runs by itself', () => {
  it('is asked about each dropped picture once, in one action for each drop', async () => {
    await keepSet(['White?', 'Blue?'])
    await library.add(['Mug.png', 'Shirt.png'])
    await library.add(['Mug.png'])
    expect(await jobs()).toHaveLength(4)
    await keepSetOff()
    await library.add(['Cap.png'])
    expect(await jobs()).toHaveLength(4)
    const { rows } = await library.client().actions.page({ offset: 0, limit: 10 })
    expect(rows.filter((one) => one.facts?.kind === 'ask')).toMatchObject([
      { facts: { set: 'Texts' }, pictures: 2, counts: { waiting: 4 } },
    ])
  })

  it('goes with the workspace that was used when the pictures came', async () => {
    await keepSet(['White?'])
    await library.add(['Mug.png'])
    await library.connect()
    await library.start()
    await library.settled()
    expect((await readAnswers(library.client())).map(({ question }) => question)).toEqual(['White?'])
  })

  it('asks 200 questions about a picture without doubling any', async () => {
    await keepSet(Array.from({ length: 200 }, (_, at) => `Question ${at}?`))
    await library.add(['Mug.png', 'Shirt.png'])
    expect(await jobs()).toHaveLength(400)
  })

  it('asks nothing more once a person cancels, in the middle of a drop', async () => {
    await library.connect()
    const pictures = 3
    const connectionId = (await library.client().session.get()).connection?.id ?? ''
    await keepSet(Array.from({ length: 120 }, (_, at) => `Question ${at}?`))
    copies = []
    await library.add(Array.from({ length: pictures }, (_, at) => `${at}.png`))
    const kills = copies
    copies = undefined
    const { rows } = await library.client().actions.page({ offset: 0, limit: 10 })
    const action = rows.find((one) => one.facts?.kind === 'ask')?.action ?? 0
    const cancels: Readonly<Record<string, (client: TestCore['client']) => Promise<unknown>>> = {
      all: (client) => client.jobs.cancelWaiting({}),
      questions: (client) => client.jobs.cancelWaiting({ operation: 'analyse-image' }),
      action: (client) => client.actions.cancel({ action }),
      workspace: (client) => client.workspaces.forget({ connectionId, queue: 'cancel' }),
    }
    const asked: Record<string, number> = {}
    let halfDone = 0
    for (const folder of kills)
      for (const [name, cancel] of Object.entries(cancels)) {
        const again = `${folder} ${name}`
        cpSync(folder, again, { recursive: true })
        const killed = await openTestCore(again)
        try {
          // Besides those that are to be decoded. It asks the rest as soon as it may.
          const left = killed.core.progress().takingIn - pictures
          if (left <= 0 || left === pictures) continue
          halfDone++
          await cancel(killed.client)
          const count = async (): Promise<number> => (await killed.client.jobs.list({})).filter(isAsk).length
          const before = await count()
          await killed.core.start()
          await waitFor(async () => killed.core.progress().takingIn === 0)
          const more = (await count()) - before
          if (more > 0) asked[`${name}, ${left} left`] = more
        } finally {
          await killed.core.stop()
        }
      }
    expect(asked).toEqual({})
    expect(halfDone).toBeGreaterThan(0)
  })

  it('loses and doubles nothing wherever Packshot is killed between the drop and the last question', async () => {
    const questions = Array.from({ length: 120 }, (_, at) => `Question ${at}?`)
    await keepSet(questions)
    copies = []
    await library.add(Array.from({ length: 3 }, (_, at) => `${at}.png`))
    const kills = copies
    copies = undefined
    let halfDone = 0
    for (const folder of kills) {
      const killed = await openTestCore(folder)
      try {
        const { rows } = await killed.client.library.page({ offset: 0, limit: 100, sort: { by: 'added', descending: false }, filter: {} })
        if (killed.core.progress().takingIn > rows.length) halfDone++
        await killed.core.start()
        await waitFor(async () => (await killed.client.jobs.list({})).filter(isAsk).length >= rows.length * questions.length)
        const asked = (await killed.client.jobs.list({})).flatMap(({ work }) => (isAsk({ work }) ? [work] : []))
        expect(new Set(asked.map((work) => JSON.stringify(work))).size).toBe(asked.length)
        expect(asked).toHaveLength(rows.length * questions.length)
      } finally {
        await killed.core.stop()
      }
    }
    expect(halfDone).toBeGreaterThan(0)
  })
})

const isAsk = ({ work }: { readonly work: { readonly operation: string } }): boolean => work.operation === 'analyse-image'
const keepSetOff = async () => {
  const [set] = await library.client().questionSets.list()
  if (set) await library.client().questionSets.save({ ...set, runsOnDrop: false })
}
