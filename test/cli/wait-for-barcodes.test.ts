import { describe, expect, it } from 'vitest'
import { waitForBarcodes } from '../../electron/cli/wait-for-barcodes.ts'

/** The calls it takes, each with this progress. */
const callsOf = async (progress: readonly { left: number; unchecked: number }[]): Promise<{ calls: number; noted: string[] }> => {
  const noted: string[] = []
  const rest = progress.slice(1)
  let calls = 0
  const read = async () => {
    calls += 1
    return rest.shift() ?? { left: progress.at(-1)?.left ?? 0, unchecked: progress.at(-1)?.unchecked ?? 0 }
  }
  await waitForBarcodes(progress[0] ?? { left: 0, unchecked: 0 }, { read, note: (text) => noted.push(text) })
  return { calls, noted }
}

describe('a command that reads barcodes', () => {
  it('waits while pictures are still being checked, however long that takes', async () => {
    const checks = Array.from({ length: 40 }, (_, at) => ({ left: 40, unchecked: 40 - at }))
    const { calls, noted } = await callsOf([...checks, { left: 40, unchecked: 0 }, { left: 0, unchecked: 0 }])
    expect(calls).toBe(41)
    expect(noted[0]).toBe('40 pictures are still being read for barcodes.')
  })

  it('gives up once nothing was read or checked for two minutes', async () => {
    expect((await callsOf([{ left: 2, unchecked: 1 }])).calls).toBe(13)
    expect((await callsOf([{ left: 0, unchecked: 0 }])).calls).toBe(0)
  })
})
