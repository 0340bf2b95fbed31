import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { proofPath, proofSecretFile } from '../../electron/core/base/platform/sample-proof.ts'
import type { RunningProgram } from '../../electron/core/workspaces/sample/spawn-node-program.ts'
import { startSampleWorkspace } from '../../electron/core/workspaces/sample/start-sample-workspace.ts'
import { openTestWorkspace } from '../sample-workspace/open-test-workspace.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-port-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A program that doesn't start: what is used then is not what was already there. */
const notStarting = (): RunningProgram => ({
  onPrint: () => {},
  onComplaint: (listener) => listener('the port is taken\n'),
  onEnd: (listener) => listener('1'),
  end: () => {},
  kill: () => {},
})

/** Listens where a sample workspace was; `answer`: what it says to a request for a proof. */
const listen = async (answer: (query: string, baseUrl: string) => Promise<unknown>): Promise<{ baseUrl: string; paths: string[] }> => {
  const paths: string[] = []
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    paths.push(url.pathname)
    const body = url.pathname === proofPath ? await answer(url.search, url.origin) : { issuer: url.origin }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, paths }
}
const leaveFolder = async (baseUrl: string, secret: string): Promise<void> => {
  await writeFile(join(folder, 'workspace.packshot'), JSON.stringify({ baseUrl }))
  await writeFile(join(folder, proofSecretFile), `${secret}\n`)
}

describe('whoever listens at the sample workspace’s port', () => {
  it('is not believed without a proof, and is sent nothing else', async () => {
    const stranger = await listen(async () => ({ proof: 'x'.repeat(43), nonce: 'x'.repeat(43) }))
    await leaveFolder(stranger.baseUrl, 'the folder’s secret')
    await expect(startSampleWorkspace('entry', folder, undefined, notStarting)).rejects.toMatchObject({ code: 'offline' })
    expect(new Set(stranger.paths)).toEqual(new Set([proofPath]))
  })

  it('is not believed with the proof of a genuine one at another port', async () => {
    const genuine = await openTestWorkspace()
    const stranger = await listen(async (query) => (await fetch(`${genuine.baseUrl}${proofPath}${query}`)).json())
    await leaveFolder(stranger.baseUrl, genuine.running.adminToken)
    await expect(startSampleWorkspace('entry', folder, undefined, notStarting)).rejects.toMatchObject({ code: 'offline' })
  })

  it('is used as it is if it serves this folder', async () => {
    const genuine = await openTestWorkspace()
    await leaveFolder(genuine.baseUrl, genuine.running.adminToken)
    const running = await startSampleWorkspace('entry', folder, undefined, notStarting)
    expect(running.runsElsewhere).toBe(true)
    await running.stop()
  })
})
