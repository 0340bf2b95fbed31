import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { listProducts, listSources } from '../support/compare-with-service.ts'
import { saidBy, typeAdvice } from '../support/follow-advice.ts'
import { findFreePort } from '../support/free-port.ts'
import { createPackshotUser, type PackshotUser } from '../support/packshot-user.ts'
import { startWorkspaceProcess, type WorkspaceProcess } from '../support/workspace-process.ts'

let user: PackshotUser
let workspace: WorkspaceProcess
let page: Server | undefined
beforeEach(async () => {
  user = await createPackshotUser()
  workspace = await startWorkspaceProcess()
})
afterEach(async () => {
  page?.close().closeAllConnections()
  page = undefined
  await workspace.remove()
  await user.remove()
})

const run = (baseUrl: string) => user.runWith({ stdin: workspace.apiKey }, 'run', '--api-key-stdin', '--base-url', baseUrl)
const queueMainJob = async (folder = 'pictures', firstSeed = 1): Promise<void> => {
  await writeTestPictures(join(user.folder, folder), 2, { firstSeed })
  await user.run('add', join(user.folder, folder))
}
/** A web server that is not a workspace. */
const startPage = async (): Promise<string> => {
  const server = createServer((_, response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not here</h1>'))
  page = server
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it.each(['nothing answers', 'a web page answers'] as const)('the advice of run solves a mistyped address with %s', async (how) => {
  await queueMainJob()
  await user.run('attach', '--all', '--new', 'Mug')
  const wrong = how === 'nothing answers' ? `http://127.0.0.1:${await findFreePort()}` : await startPage()
  const first = await run(wrong)
  expect(first.code).not.toBe(0)
  expect(first.stdout).toContain(`Is ${wrong} the right address?`)
  // Status advises the command for a key, not for a sign-in.
  expect((await user.run('status')).stdout).toMatch(/“packshot run --api-key-stdin”/)

  const again = await typeAdvice(user, saidBy(first), /--base-url/, { known: { URL: workspace.baseUrl }, stdin: workspace.apiKey })
  expect(again.stderr).toContain(`Work that waited for ${wrong} goes to ${workspace.baseUrl} now.`)
  // Work that the wrong server rejected is retried by hand; the rest is done.
  if (again.code !== 0) {
    expect(again.code).toBe(3)
    expect(await user.run('retry')).toMatchObject({ code: 0 })
    expect(await run(workspace.baseUrl)).toMatchObject({ code: 0 })
  }
  expect(await listSources(workspace)).toHaveLength(2)
  const [product, ...others] = await listProducts(workspace)
  expect(others).toEqual([])
  expect(product?.attributes.Images).toHaveLength(2)
  expect((await user.run('status')).stdout).toMatch(/Queue: 4 done, 0 to do, 0 need/)
})

it('work for an address that never answered goes to no other workspace without asking', async () => {
  await queueMainJob()
  const wrong = `http://127.0.0.1:${await findFreePort()}`
  await run(wrong)
  const elsewhere = await run(workspace.baseUrl)
  expect(elsewhere.stdout).toMatch(/2 jobs of .* wait\./)
  expect(await listSources(workspace)).toEqual([])
})

it('work of a workspace that has already run jobs stays there, and the command that continues it is named', async () => {
  await queueMainJob()
  expect(await run(workspace.baseUrl)).toMatchObject({ code: 0 })
  await workspace.stop()
  await queueMainJob('more', 20)
  expect((await run(workspace.baseUrl)).code).toBe(4)

  const other = await startWorkspaceProcess()
  try {
    const elsewhere = await user.runWith({ stdin: other.apiKey }, 'run', '--api-key-stdin', '--base-url', other.baseUrl)
    expect(await listSources(other)).toEqual([])
    expect(elsewhere.stdout).toMatch(/2 jobs of .* wait\./)
    const forced = ['run', '--api-key-stdin', '--base-url', other.baseUrl, '--instead-of', workspace.baseUrl]
    expect(await user.runWith({ stdin: other.apiKey }, ...forced)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('can’t go to another address. Nothing was changed.'),
    })
    await workspace.restartOnSamePort()
    const back = await typeAdvice(user, elsewhere.stdout, /--base-url/, { stdin: workspace.apiKey })
    expect(back).toMatchObject({ code: 0 })
    expect(await listSources(workspace)).toHaveLength(4)
  } finally {
    await other.remove()
  }
})
