import { describe, expect, it } from 'vitest'
import { waitFor } from '../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../support/open-test-library.ts'
import type { Reply } from '../../support/scripted-service.ts'

// Eight uploads at once, and two more that are recorded and wait for one of them to end.
const library = prepareTestLibrary()
const [sending, ahead, pictures] = [8, 2, 20]

/** Adds pictures to a service that answers no upload until `answer` is called for it. */
const uploadToSilence = async () => {
  const answers: ((reply?: Reply) => void)[] = []
  library.service().answer = () => new Promise<Reply>((resolve) => answers.push((reply) => resolve(reply as Reply)))
  await library.add(Array.from({ length: pictures }, (_, index) => `${index}.png`))
  await library.connect()
  await library.start()
  await waitFor(async () => answers.length === sending && (await library.counts()).running === sending + ahead)
  return answers
}
const received = () => library.service().received.length
/** Every job's attempts that may have reached the service without an answer. */
const uncertain = async () => (await library.client().jobs.list({})).map((job) => job.uncertainAttempts)

describe('the slots for sending', () => {
  it('sends the next upload when one has ended, and never more at once', async () => {
    const answers = await uploadToSilence()
    for (let ended = 0; ended < pictures; ended++) {
      await waitFor(async () => answers.length > ended)
      expect(answers.length - ended).toBeLessThanOrEqual(sending)
      answers[ended]?.()
    }
    await library.settled()
    expect(await library.counts()).toMatchObject({ done: pictures })
    expect(received()).toBe(pictures)
  })

  it('a pause sends nothing that was only prepared, and counts no attempt for it', async () => {
    const answers = await uploadToSilence()
    await library.client().queue.pause()
    await waitFor(async () => (await library.counts()).running === sending)
    for (const answer of answers) answer()
    await waitFor(async () => (await library.counts()).done === sending)
    expect(received()).toBe(sending)
    expect(await library.counts()).toMatchObject({ waiting: pictures - sending })
    const waiting = (await library.client().jobs.list({ state: 'waiting' })).map((job) => job.attempts)
    expect(new Set(waiting)).toEqual(new Set([0]))
  })

  it('a refusal holds back what was only prepared', async () => {
    const answers = await uploadToSilence()
    answers[0]?.({ status: 429, headers: { 'retry-after': '600' } })
    await waitFor(async () => (await library.counts()).running === sending - 1)
    for (const answer of answers.slice(1)) answer()
    await waitFor(async () => (await library.counts()).done === sending - 1)
    expect(received()).toBe(sending)
  })

  it('an end of the app sends nothing that was only prepared, and leaves no doubt about it', async () => {
    const answers = await uploadToSilence()
    const closed = library.close()
    for (const answer of answers) answer()
    await closed
    expect(received()).toBe(sending)
    await library.reopen()
    expect(await library.counts()).toMatchObject({ done: sending, waiting: pictures - sending, running: 0 })
    expect(new Set(await uncertain())).toEqual(new Set([0]))
  })
})
