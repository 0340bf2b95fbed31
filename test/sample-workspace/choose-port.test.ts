import { expect, it } from 'vitest'
import { choosePort, endOfPorts, firstPort } from '../../electron/sample-workspace/choose-port.ts'
import { openTestWorkspace } from './open-test-workspace.ts'

const failing = (codes: Readonly<Record<number, string>>) => {
  const tried: number[] = []
  const listen = async (port: number): Promise<number> => {
    tried.push(port)
    const code = codes[port]
    if (code) throw Object.assign(new Error(code), { code })
    return port === 0 ? 54_321 : port
  }
  return { tried, listen }
}

it('chooses a port below every system’s ephemeral range, and keeps it', async () => {
  const first = await openTestWorkspace()
  const port = Number(new URL(first.baseUrl).port)
  expect(port).toBeGreaterThanOrEqual(firstPort)
  expect(port).toBeLessThan(endOfPorts)
  expect(endOfPorts).toBeLessThan(28_417)
  await first.stop()
  expect((await openTestWorkspace(first.dataDir)).baseUrl).toBe(first.baseUrl)
})

it('tries another one where the first is taken or reserved, and leaves it to the system when all are', async () => {
  const { tried, listen } = failing({ 1: 'EADDRINUSE', 2: 'EACCES' })
  const picks = [1, 2, 3]
  expect(await choosePort({ kept: 0, listen, pick: () => picks.shift() ?? 0 })).toBe(3)
  expect(tried).toEqual([1, 2, 3])
  expect(await choosePort({ kept: 0, listen: failing({ 1: 'EACCES' }).listen, pick: () => 1 })).toBe(54_321)
})

it.each([
  ['EADDRINUSE', /^Port 7 of this workspace is taken by another program/],
  ['EACCES', /^The system has reserved port 7 of this workspace/],
  ['EMFILE', /^EMFILE$/],
])('never leaves the port that its connections name: %s is told for what it is', async (code, words) => {
  const { tried, listen } = failing({ 7: code })
  await expect(choosePort({ kept: 7, listen })).rejects.toThrow(words)
  expect(tried).toEqual([7])
})
