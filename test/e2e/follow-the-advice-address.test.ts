import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { listProducts, listSources } from '../support/compare-with-service.ts'
import { saidBy, typeAdvice } from '../support/follow-advice.ts'
import { findFreePort } from '../support/free-port.ts'
import type { PackshotUser } from '../support/packshot-user.ts'
import { withUserAndWorkspace } from '../support/user-with-workspace.ts'
import { startWorkspaceProcess, type WorkspaceProcess } from '../support/workspace-process.ts'

const run = (user: PackshotUser, { apiKey }: WorkspaceProcess, baseUrl: string) =>
  user.runWith({ stdin: apiKey }, 'run', '--api-key-stdin', '--base-url', baseUrl)
const queueMainJob = async (user: PackshotUser, folder = 'pictures', firstSeed = 1): Promise<void> => {
  await writeTestPictures(join(user.folder, folder), 2, { firstSeed })
  await user.run('add', join(user.folder, folder))
}
/** A web server that is not a workspace. */
const page = createServer((_, response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not here</h1>'))
beforeAll(async () => {
  await once(page.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => page.close().closeAllConnections())

// They wait most of their time for an address that doesn't answer, so they do it beside each other.
describe.concurrent('the advice for a wrong address', () => {
  it.each(['nothing answers', 'a web page answers'] as const)('of run solves it where %s', (how) =>
    withUserAndWorkspace(async ({ user, workspace }) => {
      await queueMainJob(user)
      await user.run('attach', '--all', '--new', 'Mug')
      const port = how === 'nothing answers' ? await findFreePort() : (page.address() as AddressInfo).port
      const wrong = `http://127.0.0.1:${port}`
      const first = await run(user, workspace, wrong)
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
        expect(await run(user, workspace, workspace.baseUrl)).toMatchObject({ code: 0 })
      }
      expect(await listSources(workspace)).toHaveLength(2)
      const [product, ...others] = await listProducts(workspace)
      expect(others).toEqual([])
      expect(product?.attributes.Images).toHaveLength(2)
      expect((await user.run('status')).stdout).toMatch(/Queue: 4 done, 0 to do, 0 need/)
    })(),
  )

  it(
    'work for an address that never answered goes to no other workspace without asking',
    withUserAndWorkspace(async ({ user, workspace }) => {
      await queueMainJob(user)
      const wrong = `http://127.0.0.1:${await findFreePort()}`
      await run(user, workspace, wrong)
      const elsewhere = await run(user, workspace, workspace.baseUrl)
      expect(elsewhere.stdout).toMatch(/2 jobs of .* wait\./)
      expect(await listSources(workspace)).toEqual([])
    }),
  )

  it(
    'work of a workspace that has already run jobs stays there, and the command that continues it is named',
    withUserAndWorkspace(async ({ user, workspace }) => {
      await queueMainJob(user)
      expect(await run(user, workspace, workspace.baseUrl)).toMatchObject({ code: 0 })
      await workspace.stop()
      await queueMainJob(user, 'more', 20)
      expect((await run(user, workspace, workspace.baseUrl)).code).toBe(4)

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
    }),
  )
})
