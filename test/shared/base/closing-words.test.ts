import { describe, expect, it } from 'vitest'
import { describeClosing } from '../../../shared/base/closing-words.ts'

describe('the question of a closing window', () => {
  it.each([
    [{ jobsLeft: 1, folders: [] }, 'One job is not done yet.'],
    [{ jobsLeft: 1_204, folders: [] }, '1,204 jobs are not done yet.'],
    [{ jobsLeft: 3, folders: ['shoot'] }, '3 jobs are not done yet, and Packshot watches “shoot”.'],
    [{ jobsLeft: 0, folders: ['shoot', 'catalog'] }, 'Keep watching 2 folders?'],
  ])('for %j is “%s”', (closing, message) => {
    expect(describeClosing(closing).message).toBe(message)
  })

  it('offers to remember the answer only where nothing but watching is at stake', () => {
    expect(describeClosing({ jobsLeft: 0, folders: ['shoot'] }).remember).not.toBeNull()
    expect(describeClosing({ jobsLeft: 1, folders: ['shoot'] }).remember).toBeNull()
  })
})
