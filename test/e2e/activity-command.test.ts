import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ActionRow } from '../../shared/activity/actions.ts'
import type { Job } from '../../shared/queue/jobs.ts'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { compareDerived, findJobsWithoutAction } from '../support/derived-tables.ts'
import { createPackshotUser, type PackshotUser } from '../support/packshot-user.ts'

let user: PackshotUser

beforeEach(async () => {
  user = await createPackshotUser()
})
afterEach(() => user.remove())

const readLibrary = <T>(read: (database: DatabaseSync) => T): T => {
  const database = new DatabaseSync(join(user.dataFolder, 'library.db'))
  try {
    return read(database)
  } finally {
    database.close()
  }
}

describe('packshot activity', () => {
  it('lists what was asked for, finds it by words, and “jobs --action” lists the jobs of one', async () => {
    await writeTestPictures(`${user.folder}/pictures`, 3)
    await user.run('add', `${user.folder}/pictures`)
    await user.run('ask', '--question', 'Is it washable?')
    await user.run('attach', '--product', 'SKU-1', '--all', '--current', 'none')

    const { code, stdout } = await user.run('activity')
    expect(code).toBe(0)
    expect(stdout.split('\n').map((line) => line.replace(/^\d+ +/, '').replaceAll(/ {2,}/g, ' | '))).toEqual([
      'action | state | work | done | reason',
      'Waiting | Attach 3 pictures to SKU-1 | 0 of 1 job done',
      'Waiting | Ask “Is it washable?” about 3 pictures | 0 of 3 jobs done',
      'Waiting | Upload 3 pictures | 0 of 3 jobs done',
      '',
    ])
    const [ask, ...others] = await user.list<ActionRow>('activity', '--search', 'WASHABLE')
    expect(others).toEqual([])
    expect(ask).toMatchObject({ facts: { kind: 'ask', questions: ['Is it washable?'] }, pictures: 3, standing: 'open' })
    const jobs = await user.list<Job>('jobs', '--action', String(ask?.action))
    expect(jobs.map(({ work }) => work.operation)).toEqual(['analyse-image', 'analyse-image', 'analyse-image'])
    expect(await user.list<ActionRow>('activity', '--standing', 'over')).toEqual([])
    expect(await user.run('jobs', '--action', 'first')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('the first column of “packshot activity”'),
    })
    expect(await user.run('jobs', '--action', '99')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('Activity has no row 99 for this workspace.'),
    })
  })

  it('keeps each job with its action when “ask” is killed in the middle', async () => {
    await writeTestPictures(`${user.folder}/pictures`, 120)
    await user.run('add', '--no-upload', `${user.folder}/pictures`)
    const questions = Array.from({ length: 20 }, (_, at) => ['--question', `Question ${at}?`]).flat()
    const { child, ended } = user.start(['ask', ...questions])
    const count = () => readLibrary((database) => Number(database.prepare('SELECT count(*) AS n FROM jobs').get()?.n))
    await expect.poll(count, { interval: 5 }).toBeGreaterThan(0)
    child.kill('SIGKILL')
    await ended.catch(() => {})
    const queued = await user.list<Job>('jobs')
    const rows = await user.list<ActionRow>('activity')
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ counts: { waiting: queued.length }, pictures: queued.length / 20 })
    readLibrary((database) => {
      expect(findJobsWithoutAction(database)).toEqual([])
      const { kept, again } = compareDerived(database)
      expect(kept).toEqual(again)
    })
    await user.run('ask', ...questions)
    const all = await user.list<ActionRow>('activity')
    expect(all.reduce((sum, { pictures }) => sum + pictures, 0)).toBe(120)
  })
})
