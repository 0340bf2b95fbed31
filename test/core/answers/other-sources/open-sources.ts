import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { OtherSource } from '../../../../shared/answers/other-sources.ts'
import { openTestWorkspace, type TestWorkspace } from '../../../sample-workspace/open-test-workspace.ts'
import { openTestCore, type TestCore, waitFor } from '../../../support/open-test-core.ts'

type SentSource = { readonly id: string; readonly type: string; readonly value: string | null }

/** A core and the real sample workspace; both end with the test. */
export const openSources = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'packshot-sources-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const workspace = await openTestWorkspace()
  let open = await openTestCore(join(folder, 'data'))
  onTestFinished(() => open.core.stop())

  const list = async (): Promise<OtherSource[]> => (await open.client.otherSources.page({ offset: 0, limit: 500 })).rows
  const states = async (): Promise<string[]> => (await list()).map(({ job }) => job.status.state)
  return {
    workspace,
    dataFolder: join(folder, 'data'),
    client: (): TestCore['client'] => open.client,
    core: (): TestCore['core'] => open.core,
    connect: (to: Pick<TestWorkspace, 'baseUrl' | 'apiKey'> = workspace) =>
      open.client.session.connect({ kind: 'api-key', baseUrl: to.baseUrl, apiKey: to.apiKey }),
    restart: async () => {
      await open.core.stop()
      open = await openTestCore(join(folder, 'data'), { secrets: open.secrets })
    },
    list,
    states,
    waitForStates: (...wanted: readonly string[]) => waitFor(async () => JSON.stringify(await states()) === JSON.stringify(wanted)),
    /** The sources in the service, in the order of their arrival. */
    sent: async (): Promise<SentSource[]> => (await workspace.admin('GET', '/sources')).body.sources as SentSource[],
    misbehave: (...rules: readonly unknown[]) => workspace.admin('POST', '/misbehave', rules),
  }
}
