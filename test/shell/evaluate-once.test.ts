import type { ElectronApplication } from 'playwright'
import { expect, it } from 'vitest'
import { withEvaluateOnce } from '../support/evaluate-once.ts'

/** An app in this process that loses its first answers after running the call. */
const appThatLoses = (lost: number, words: string) => {
  let answers = 0
  const evaluate = async (work: (electron: unknown, given: unknown) => unknown, given: unknown) => {
    const outcome = await work({ name: 'electron' }, given)
    if (++answers <= lost) throw new Error(words)
    return outcome
  }
  return withEvaluateOnce({ evaluate } as unknown as ElectronApplication)
}

const count = (): Promise<number> | number => {
  const calls = Number(Reflect.get(globalThis, 'callsMade') ?? 0) + 1
  Reflect.set(globalThis, 'callsMade', calls)
  return calls
}

it('a test’s call into Electron is repeated if its answer was garbage collected, and runs once', async () => {
  const app = appThatLoses(2, 'electronApplication.evaluate: Resulting promise was garbage collected.')
  Reflect.deleteProperty(globalThis, 'callsMade')
  expect(await app.evaluate(count)).toBe(1)
  expect(await app.evaluate(count)).toBe(2)
  expect(await app.evaluate((_electron, given) => given, 7)).toBe(7)
})

it('a test’s call into Electron that fails otherwise is reported at once', async () => {
  const app = appThatLoses(1, 'electronApplication.evaluate: Target closed')
  await expect(app.evaluate(count)).rejects.toThrow('Target closed')
})
