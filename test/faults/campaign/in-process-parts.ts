import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom } from '../../fixtures/random.ts'
import { openTestCore, type TestPorts } from '../../support/open-test-core.ts'
import { type Received, type Reply, startScriptedService } from '../../support/scripted-service.ts'
import { makeHostileAnswer } from './hostile-answer.ts'
import { askForMainJob, connectToScripted, type Effect, effectOf, findSilentRepeats, settleAll } from './main-job.ts'
import type { Part, Trial } from './part.ts'

/** The service's answer to a request, and whether it did the work. `undefined`: it did, and says so. */
type Script = (request: Received) => { readonly reply: Reply; readonly isDone: boolean } | undefined

const limitMs = 150_000

/** The main job in this process against a scripted service. In the end everything must be done, and repeats must be reported. */
const tryMainJob = async (script: Script, ports: TestPorts = {}): Promise<string | null> => {
  const folder = await mkdtemp(join(tmpdir(), 'packshot-campaign-'))
  const service = await startScriptedService()
  const effects: Effect[] = []
  service.answer = (request) => {
    const scripted = script(request)
    if (scripted?.isDone ?? true) effects.push(effectOf(request))
    return scripted?.reply
  }
  const open = await openTestCore(join(folder, 'data'), ports)
  try {
    await connectToScripted(open.client, service.baseUrl)
    await open.core.start()
    await askForMainJob(open.client, join(folder, 'pictures'))
    return (await settleAll(open.client, limitMs)) ?? (await findSilentRepeats(open.client, effects))
  } finally {
    await open.core.stop()
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const shared =
  (tryOne: Trial['tryOne']): (() => Promise<Trial>) =>
  async () => ({ tryOne, close: async () => {} })

const cutOrLost = (random: () => number): Script => {
  let left = 10
  return () => {
    if (left-- <= 0) return undefined
    const dice = random()
    if (dice < 0.25) return { reply: 'cut', isDone: true }
    if (dice < 0.45) return { reply: 'cut', isDone: false }
    if (dice < 0.55) return { reply: { status: 502, body: 'Bad gateway' }, isDone: random() < 0.5 }
    if (dice < 0.6) return { reply: { status: 429, headers: { 'retry-after': '1' } }, isDone: false }
    return undefined
  }
}

export const cuts: Part = {
  name: 'cuts',
  title: 'Cuts and lost answers',
  total: 2_000,
  atOnce: 8,
  open: shared((index) => tryMainJob(cutOrLost(createRandom(index + 1)))),
}

const years = 365 * 86_400_000

export const clocks: Part = {
  name: 'clocks',
  title: 'Jumps of the clock',
  total: 1_000,
  atOnce: 16,
  open: shared(async (index) => {
    const random = createRandom(index + 1)
    let offset = 0
    // From seconds to years, forward and back.
    const jumping = setInterval(() => {
      offset = random() < 0.3 ? 0 : (random() < 0.5 ? -1 : 1) * 1_000 * (years / 1_000) ** random()
    }, 30)
    const stop = setTimeout(() => clearInterval(jumping), 1_500)
    let refusals = 4
    const script: Script = () => (refusals-- > 0 ? { reply: { status: 429, headers: { 'retry-after': '1' } }, isDone: false } : undefined)
    try {
      return await tryMainJob(script, { clock: { now: () => Date.now() + Math.round(offset) } })
    } finally {
      clearInterval(jumping)
      clearTimeout(stop)
    }
  }),
}

export const answers: Part = {
  name: 'answers',
  title: 'Hostile answers',
  total: 3_000,
  atOnce: 8,
  open: shared((index) => {
    const random = createRandom(index + 1)
    let left = 1 + Math.floor(random() * 6)
    return tryMainJob(() => {
      if (left-- <= 0) return undefined
      const reply = makeHostileAnswer(random)
      // A complete refusal says that nothing was done.
      return { reply, isDone: typeof reply !== 'string' && reply.status < 300 }
    })
  }),
}
