import { describe, expect, it } from 'vitest'
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

describe('a sample workspace', () => {
  it('chooses a port below every system’s ephemeral range, and keeps it', async () => {
    const first = await openTestWorkspace()
    const port = Number(new URL(first.baseUrl).port)
    expect(port).toBeGreaterThanOrEqual(firstPort)
    expect(port).toBeLessThan(endOfPorts)
    expect(endOfPorts).toBeLessThan(28_417)
    await first.stop()
    expect((await openTestWorkspace(first.dataDir)).baseUrl).toBe(first.baseUrl)
  })

  it('tries another one when the first is taken or reserved, and lets the system choose when all are', async () => {
    const { tried, listen } = failing({ 1: 'EADDRINUSE', 2: 'EACCES' })
    const picks = [1, 2, 3]
    expect(await choosePort({ asked: 0, kept: 0, listen, pick: () => picks.shift() ?? 0 })).toBe(3)
    expect(tried).toEqual([1, 2, 3])
    expect(await choosePort({ asked: 0, kept: 0, listen: failing({ 1: 'EACCES' }).listen, pick: () => 1 })).toBe(54_321)
  })

  it.each([
    ['EADDRINUSE', /^Port 7 of this workspace is taken by another program/],
    ['EACCES', /^The system has reserved port 7 of this workspace/],
    ['EMFILE', /^EMFILE$/],
  ])('never changes a port that a person set: %s is reported as the cause', async (code, words) => {
    const { tried, listen } = failing({ 7: code })
    await expect(choosePort({ asked: 7, kept: 8, listen })).rejects.toThrow(words)
    expect(tried).toEqual([7])
  })

  it('gives up a saved port only if the system has reserved it since', async () => {
    const { tried, listen } = failing({ 7: 'EACCES', 9: 'EADDRINUSE' })
    const picks = [9, 10]
    expect(await choosePort({ asked: 0, kept: 7, listen, pick: () => picks.shift() ?? 0 })).toBe(10)
    expect(tried).toEqual([7, 9, 10])
    await expect(choosePort({ asked: 0, kept: 7, listen: failing({ 7: 'EADDRINUSE' }).listen })).rejects.toThrow(
      /is taken by another program/,
    )
  })

  it('reports its new port, keeps it at the next start, and updates the connection file', async () => {
    const first = await openTestWorkspace()
    const { port } = new URL(first.baseUrl)
    await first.stop()
    const told: string[] = []
    const reserved = Object.assign(new Error('listen EACCES'), { code: 'EACCES' })
    const moved = await openTestWorkspace(first.dataDir, {
      tell: (line) => void told.push(line),
      listen: (server, one) =>
        one === Number(port)
          ? Promise.reject(reserved)
          : new Promise((resolve) => void server.listen({ host: '127.0.0.1', port: one }, () => resolve(one))),
    })
    expect(moved.baseUrl).not.toBe(first.baseUrl)
    expect(told).toEqual([
      expect.stringContaining(`reserved port ${port}. This workspace is at port ${new URL(moved.baseUrl).port} from now on`),
    ])
    expect(moved.readConnection().baseUrl).toBe(moved.baseUrl)
    await moved.stop()
    expect((await openTestWorkspace(first.dataDir)).baseUrl).toBe(moved.baseUrl)
  })
})
