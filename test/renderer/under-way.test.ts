import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sayUnderWay, useUnderWay } from '../../renderer/ui/under-way.ts'

/** Frames that the test draws. */
let frames: (() => void)[] = []
const drawFrame = (): void => {
  for (const draw of frames.splice(0)) draw()
}

beforeEach(() => {
  frames = []
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw))
})
afterEach(() => void vi.unstubAllGlobals())

const said = () => useUnderWay.getState().said

it('a command about many begins once the window has drawn that it is under way', async () => {
  const begun = vi.fn(async () => {
    expect(said()).toBe('Removing 10,001 pictures…')
    return 'done'
  })
  const doing = sayUnderWay(10_001, 'Removing 10,001 pictures…', begun)
  expect(said()).toBe('Removing 10,001 pictures…')
  drawFrame()
  await Promise.resolve()
  expect(begun).not.toHaveBeenCalled()
  drawFrame()
  expect(await doing).toBe('done')
  expect(said()).toBeNull()
})

it('one about few begins at once, and one that fails is no longer under way', async () => {
  const begun = vi.fn(async () => 1)
  const doing = sayUnderWay(10_000, 'Removing…', begun)
  expect(begun).toHaveBeenCalledOnce()
  expect(said()).toBeNull()
  await doing
  const failing = sayUnderWay(20_000, 'Removing…', () => Promise.reject(new Error('full')))
  drawFrame()
  drawFrame()
  await expect(failing).rejects.toThrow('full')
  expect(said()).toBeNull()
})
