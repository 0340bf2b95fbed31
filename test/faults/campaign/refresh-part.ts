import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom } from '../../fixtures/random.ts'
import { writeTestPictures } from '../../fixtures/test-pictures.ts'
import { findReasonAgainstKeyring, startKeyringSession } from '../../support/keyring-session.ts'
import { packshot, startPackshot } from '../../support/packshot-process.ts'
import { startWorkspaceProcess } from '../../support/workspace-process.ts'
import type { Part } from './part.ts'

export const refreshes: Part = {
  name: 'refresh',
  title: 'A refresh that is killed, slow or raced, with a real keychain',
  total: 300,
  // One folder and one session for all tries.
  atOnce: 1,
  findReasonAgainst: findReasonAgainstKeyring,
  open: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'packshot-refresh-'))
    const keyring = await startKeyringSession()
    const workspace = await startWorkspaceProcess()
    const options = { dataFolder: join(folder, 'data'), environment: keyring.environment, consent: 'allow' as const }
    const run = (...args: string[]) => packshot(args, options)
    const connect = () => run('connect', workspace.connectionFile, '--no-browser')
    const first = await connect()
    if (first.code !== 0) throw new Error(`connect ended with ${first.code}: ${first.stdout}${first.stderr}`)
    return {
      tryOne: async (index) => {
        const random = createRandom(index + 1)
        const [picture = ''] = await writeTestPictures(join(folder, `pictures ${index}`), 1, { firstSeed: 1_000 + index })
        await run('add', picture)
        const slow = (when: string) => ({ match: { path: '/oauth2/token' }, times: 1, effect: { kind: 'latency', ms: 80, when } })
        await workspace.misbehave(
          { match: { path: '/v1/' }, times: 1, effect: { kind: 'status', status: 401 } },
          slow('before'),
          slow('after'),
        )
        const running = startPackshot(['run'], options)
        const timer = setTimeout(() => running.child.kill('SIGKILL'), 200 + random() * 700)
        await running.ended
        clearTimeout(timer)
        await workspace.misbehave()
        let next = await run('run')
        let said = ''
        if (next.code === 2) {
          const again = await connect()
          said = `connect ended with ${again.code}: ${`${again.stdout}${again.stderr}`.trim().slice(-300)}; `
          next = await run('run')
        }
        return next.code === 0 ? null : `${said}run ended with ${next.code}: ${`${next.stdout}${next.stderr}`.trim().slice(-300)}`
      },
      close: async () => {
        await workspace.remove()
        await keyring.stop()
        await rm(folder, { recursive: true, force: true })
      },
    }
  },
}
