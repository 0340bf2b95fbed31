import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import type { ActionStanding } from '../../../../shared/activity/actions.ts'
import { describeAction, describeCounts } from '../../../../shared/activity/actions-words.ts'
import { findJobsWithoutAction } from '../../../support/derived-tables.ts'
import { waitFor } from '../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

const library = prepareTestLibrary()

const page = (text = '', standings: readonly ActionStanding[] = []) =>
  library.client().actions.page({ offset: 0, limit: 100, text, standings: [...standings] })
const titles = async (...args: Parameters<typeof page>) => (await page(...args)).rows.map(describeAction)
const refused = { status: 400, body: { statusCode: 400, message: ['too dark'], error: 'Bad Request' } }

describe('the page of actions', () => {
  it('has a row for each action with its counts: needs attention, then under way, then the newest', async () => {
    await library.add(['a.png', 'b.png', 'c.png'])
    await library.connect()
    library.service().answer = ({ path, json }) => (path === '/v1/image/analysis' && json().question === 'White?' ? refused : undefined)
    await library.start()
    await library.ask(['a.png', 'b.png'], 'White?')
    await library.ask(['a.png', 'b.png', 'c.png'], 'Round?')
    await library.settled()
    await library.client().queue.pause()
    await library.ask(['c.png', 'b.png'], 'Heavy?')
    const { rows, total, counts } = await page()
    expect(rows.map((row) => `${describeAction(row)}: ${describeCounts(row)}`)).toEqual([
      'Ask “White?” about 2 pictures: 0 of 2 jobs done · 2 need attention',
      'Ask “Heavy?” about 2 pictures: 0 of 2 jobs done',
      'Ask “Round?” about 3 pictures: 3 of 3 jobs done',
      'Upload 3 pictures: 3 of 3 jobs done',
    ])
    expect([total, counts]).toEqual([4, { attention: 1, open: 1, over: 2 }])
    expect(rows[0]?.problem).toMatchObject({ isEach: true, reason: { code: 'rejected' } })
    expect(rows.map(({ endedAt }) => endedAt !== null)).toEqual([false, false, true, true])
    expect(await titles('', ['over'])).toEqual(['Ask “Round?” about 3 pictures', 'Upload 3 pictures'])
  })

  it('shows the only job that needs attention, and that of an action of one job', async () => {
    await library.add(['a.png', 'b.png'], false)
    await library.connect()
    library.service().answer = ({ path }) => (path === '/v1/products' ? refused : undefined)
    await library.attach(['a.png', 'b.png'])
    await library.ask(['a.png'], 'White?')
    await library.start()
    await waitFor(async () => (await library.counts()).parked === 1)
    const [attach, ask] = (await page()).rows
    expect(attach?.job?.work.operation).toBe('create-product')
    expect(ask?.job?.imageName).toBe('a.png')
    expect(ask && describeAction(ask)).toBe('Ask about a.png: White?')
  })

  it('finds actions by question, product and picture, whatever queued the work', async () => {
    await library.add(['Mug blue.png', 'Shirt.png', 'Hat.png'])
    await library.ask(['Shirt.png', 'Hat.png'], 'Is it washable?')
    await library.attach(['Mug blue.png', 'Hat.png'], 'Summer set')
    const [upload, ask, attach] = ['Upload 3 pictures', 'Ask “Is it washable?” about 2 pictures', 'Attach 2 pictures to Summer set']
    expect(await titles('WASHABLE')).toEqual([ask])
    expect(await titles('summer')).toEqual([attach])
    expect(await titles('shirt')).toEqual([ask, upload])
    expect(await titles('mug')).toEqual([attach, upload])
    expect(await titles('hat summer')).toEqual([attach])
    expect(await titles('hat')).toEqual([attach, ask, upload])
    expect(await titles('nothing of this')).toEqual([])
    expect((await page('nothing of this')).counts).toEqual({ attention: 0, open: 0, over: 0 })
  })

  it('shows work whose action was lost, by the kind and the day of its jobs', async () => {
    await library.add(['a.png', 'b.png'])
    await library.close()
    const database = new DatabaseSync(join(library.folder(), 'data', 'library.db'))
    database.exec('DELETE FROM actions')
    expect(findJobsWithoutAction(database)).toHaveLength(2)
    database.close()
    await library.reopen()
    const { rows } = await page()
    expect(rows).toMatchObject([{ facts: null, operations: ['upload-source'], counts: { waiting: 2 } }])
    expect(rows.map(describeAction)[0]).toMatch(/^Uploads of .*\d{4}/)
    // A later action is another one.
    await library.ask(['a.png', 'b.png'], 'White?')
    expect((await page()).rows.map(({ counts }) => counts.waiting)).toEqual([2, 2])
  })
})

describe('the jobs of an action', () => {
  const prepare = async () => {
    await library.add(['a.png', 'b.png', 'c.png'], false)
    await library.connect()
    library.service().answer = ({ path }) => (path === '/v1/image/analysis' ? refused : undefined)
    await library.ask(['a.png', 'b.png'], 'White?')
    await library.ask(['a.png', 'b.png', 'c.png'], 'Round?')
    await library.start()
    await library.settled()
    const [round, white] = (await page()).rows.map(({ action }) => action)
    return { round: round ?? 0, white: white ?? 0 }
  }
  const jobsOf = (action: number) => library.client().jobs.page({ offset: 0, limit: 100, states: [], operation: null, action })

  it('are shown, retried and cancelled apart from others', async () => {
    const { round, white } = await prepare()
    expect((await jobsOf(round)).total).toBe(3)
    expect((await jobsOf(white)).rows.map(({ imageName }) => imageName).sort()).toEqual(['a.png', 'b.png'])
    await library.client().queue.pause()
    expect(await library.client().jobs.retry({ jobIds: [], action: round, choice: 'retry' })).toEqual({ retried: 3, left: 0 })
    expect((await library.client().actions.find({ action: white }))?.counts).toMatchObject({ parked: 2, waiting: 0 })
    expect(await library.client().actions.cancel({ action: round })).toEqual({ cancelled: 3, left: 0 })
    expect(await library.client().actions.cancel({ action: white })).toEqual({ cancelled: 2, left: 0 })
    expect((await page()).rows.map(({ standing, counts }) => [standing, counts.cancelled])).toEqual([
      ['over', 3],
      ['over', 2],
    ])
    expect(await library.client().actions.find({ action: 12_345 })).toBeNull()
  })

  it('without an answer are left to a person when the rest is cancelled', async () => {
    await library.add(['a.png', 'b.png'], false)
    await library.connect()
    library.service().answer = ({ method }) => (method === 'PATCH' ? 'cut' : undefined)
    await library.attach(['a.png', 'b.png'], '', { product: { kind: 'id', productId: 'SKU-1' }, current: { kind: 'appends' } })
    await library.start()
    await waitFor(async () => (await library.counts()).parked === 1)
    const [row] = (await page()).rows
    expect(await library.client().actions.cancel({ action: row?.action ?? 0 })).toEqual({ cancelled: 0, left: 1 })
    expect(await library.counts()).toMatchObject({ parked: 1, done: 2 })
  })

  it('move with it to the workspace that is connected', async () => {
    await library.add(['a.png', 'b.png'])
    expect((await page()).rows).toMatchObject([{ connectionId: null, counts: { waiting: 2 } }])
    await library.connect()
    const [first] = await library.client().workspaces.list()
    expect((await page()).rows).toMatchObject([{ connectionId: first?.id, facts: { kind: 'add' }, counts: { waiting: 2 } }])
    await library.client().session.connect({ kind: 'api-key', baseUrl: `${library.service().baseUrl}/other`, apiKey: 'key', rates: {} })
    expect((await page()).rows).toEqual([])
  })
})
