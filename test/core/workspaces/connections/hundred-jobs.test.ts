import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestCore, type TestCore, writePng } from '../../../support/open-test-core.ts'
import { type ScriptedService, startScriptedService } from '../../../support/scripted-service.ts'

const pictures = 25
const rounds = 4
let folder: string
let blue: ScriptedService
let red: ScriptedService
let open: TestCore

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-hundred-'))
  blue = await startScriptedService()
  red = await startScriptedService()
  open = await openTestCore(join(folder, 'data'))
})
afterEach(async () => {
  await open.core.stop()
  await blue.stop()
  await red.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Requests that wait for their answer. */
const held: (() => void)[] = []

const counts = (service: ScriptedService) => {
  const questions = service.received.filter(({ path }) => path === '/v1/image/analysis').map((one) => String(one.json().question))
  return {
    uploads: service.received.filter(({ path }) => path === '/v1/sources').length,
    questions: Object.fromEntries([...new Set(questions)].map((text) => [text, questions.filter((one) => one === text).length])),
    keys: [...new Set(service.received.map(({ headers }) => headers['x-api-key']))],
  }
}

it('switching constantly between two workspaces with 125 jobs each sends every job once, to its own service', async () => {
  for (const [service, name] of [
    [blue, 'Blue'],
    [red, 'Red'],
  ] as const) {
    // Many are running at each switch. An occasional 500 makes some of them retry.
    service.answer = async ({ path }, index) => {
      await new Promise<void>((resolve) => held.push(resolve))
      if (index % 17 === 0) return { status: 500, body: { statusCode: 500, message: 'tripped', error: 'Internal Server Error' } }
      return path === '/v1/sources'
        ? { status: 201, body: { data: { id: `src_${name}_${index}` } } }
        : { status: 200, body: { analysis: `${name} says yes` } }
    }
    const rates = { 'analyse-image': null, 'upload-source': null }
    await open.client.session.connect({
      kind: 'api-key',
      name,
      baseUrl: service.baseUrl,
      apiKey: `key-of-${name}`,
      publishing: { kind: 'data' },
      rates,
    })
    for (let i = 0; i < pictures; i++) await writePng(join(folder, `${name}-${i}.png`), `${name} ${i}`)
    await open.client.intake.add({
      named: Array.from({ length: pictures }, (_, i) => join(folder, `${name}-${i}.png`)),
      recursive: false,
      upload: true,
    })
    const images = (await open.client.pictures.list()).filter((one) => one.name.startsWith(name)).map(({ id }) => id)
    const questions = Array.from({ length: rounds }, (_, i) => `${name} ${i}?`)
    await open.client.questions.ask({ images: { kind: 'some', images }, questions, again: false })
  }
  const ids = (await open.client.workspaces.list()).map(({ id }) => id)
  const left = async (): Promise<number> => (await open.client.workspaces.list()).reduce((sum, one) => sum + one.waiting, 0)
  expect(await left()).toBe(2 * pictures * (1 + rounds))
  await open.core.start()
  let switches = 0
  for (; (await left()) > 0; switches++) {
    await open.client.workspaces.switch({ connectionId: ids[switches % 2] ?? '' })
    await open.pass(1_000)
    // Every third stays under way through the next switch.
    for (const [at, release] of held.splice(0).entries()) at % 3 === 2 ? held.push(release) : release()
    if (switches > 2_000) break
  }
  expect(switches).toBeGreaterThan(5)

  const refused = (service: ScriptedService): number => Math.floor(service.received.length / 17)
  for (const [service, name] of [
    [blue, 'Blue'],
    [red, 'Red'],
  ] as const) {
    const got = counts(service)
    expect(got.keys).toEqual([`key-of-${name}`])
    expect(Object.keys(got.questions).every((question) => question.startsWith(name))).toBe(true)
    const asked = Object.values(got.questions).reduce((sum, count) => sum + count, 0)
    // Each once, and once more for each 500.
    expect(got.uploads + asked).toBe(pictures * (1 + rounds) + refused(service))
    expect(Object.keys(got.questions)).toHaveLength(rounds)
  }
})
