import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OtherSource } from '../../shared/answers/other-sources.ts'
import { startPackshot } from '../support/packshot-process.ts'
import { createPackshotUser, linesOf, type PackshotUser } from '../support/packshot-user.ts'
import { startWorkspaceProcess, type WorkspaceProcess } from '../support/workspace-process.ts'

type SentSource = { readonly id: string; readonly type: string; readonly value: string }

let user: PackshotUser
let workspace: WorkspaceProcess

beforeEach(async () => {
  user = await createPackshotUser()
  workspace = await startWorkspaceProcess()
})
afterEach(async () => {
  await user.expectNowhere([workspace.apiKey])
  await workspace.remove()
  await user.remove()
})

const sent = async (): Promise<readonly SentSource[]> => (await workspace.admin<{ sources: SentSource[] }>('GET', 'sources')).sources

describe('packshot source', () => {
  it('accepts a text, standard input, an address and a knowledge id; a run creates them, and “sources” lists them', async () => {
    const said = await user.run('source', '--text', 'Holds 330 ml.')
    expect(said).toMatchObject({ code: 0, stdout: 'The text “Holds 330 ml.” is queued.\n' })
    const piped = 'Line one\nLine two „ü“\n'
    expect((await user.runWith({ stdin: piped }, 'source', '--text-stdin')).code).toBe(0)
    expect((await user.run('source', '--url', 'https://example.com/care', '--json')).json()).toMatchObject({
      isNew: true,
      source: { kind: 'url', title: 'https://example.com/care', sourceId: null, job: { status: { state: 'waiting' } } },
    })
    expect((await user.run('source', '--knowledge', 'kno_nowhere')).code).toBe(0)
    expect((await user.run('source', '--url', 'https://EXAMPLE.com/care')).stdout).toMatch(/added before\. Nothing was queued/)

    const worked = await user.work(workspace)
    expect(worked.code).toBe(3)
    expect((await sent()).map(({ type, value }) => [type, value]).sort()).toEqual([
      ['TEXT', 'Holds 330 ml.'],
      ['TEXT', piped],
      ['URL', 'https://example.com/care'],
    ])
    const rows = await user.list<OtherSource>('sources')
    expect(rows.map(({ job }) => job.status.state)).toEqual(['parked', 'done', 'done', 'done'])
    expect(
      rows
        .slice(1)
        .map(({ sourceId }) => sourceId)
        .sort(),
    ).toEqual((await sent()).map(({ id }) => id).sort())
    const table = linesOf((await user.run('sources')).stdout)
    expect(table[1]).toMatch(/^\(not created yet\) +knowledge item +kno_nowhere +parked +.*no Knowledge item kno_nowhere/)
    expect(linesOf((await user.run('jobs', '--state', 'parked')).stdout).join('\n')).toContain(
      'Create source from knowledge item kno_nowhere',
    )
  })

  it.each<[string[], string, RegExp]>([
    [[], '', /Say one of --text T, --text-stdin, --url U and --knowledge ID\. Nothing was queued/],
    [['--text', 'a', '--url', 'https://a.example'], '', /Say one of/],
    [['--text', ' '], '', /text is empty\. Nothing was queued/],
    [['--text-stdin'], '', /text is empty\. Nothing was queued/],
    [['--text-stdin'], 'x'.repeat(1_048_577), /longer than 1 MB\. Nothing was queued/],
    [['--url', 'example.com'], '', /“example\.com” is not a web address\. Nothing was queued/],
    [['--knowledge', ''], '', /ID of the knowledge item is empty\. Nothing was queued/],
  ])('rejects %j and queues nothing', async (args, stdin, words) => {
    const ended = await user.runWith({ stdin }, 'source', ...args)
    expect(ended).toMatchObject({ code: 1, stdout: '' })
    expect(ended.stderr).toMatch(words)
    expect(await user.list('jobs')).toEqual([])
  })

  it('killed between the service’s work and its answer loses nothing, and says that a spare source may exist', async () => {
    await workspace.misbehave({ match: { path: '/v1/sources', nth: 1 }, effect: { kind: 'latency', ms: 60_000, when: 'after' } })
    expect((await user.run('source', '--text', 'Once, or twice')).code).toBe(0)
    // Started directly, because SIGKILL must reach the process itself.
    const running = startPackshot(['run', '--api-key-stdin', '--base-url', workspace.baseUrl, '--rate', 'none'], {
      dataFolder: user.dataFolder,
      stdin: workspace.apiKey,
      environment: { DBUS_SESSION_BUS_ADDRESS: 'disabled:' },
    })
    while ((await sent()).length === 0) await sleep(50)
    running.child.kill('SIGKILL')
    expect((await running.ended).signal).toBe('SIGKILL')
    expect(await user.list<OtherSource>('sources')).toMatchObject([{ sourceId: null }])

    expect((await user.work(workspace)).code).toBe(0)
    const [row] = await user.list<OtherSource>('sources')
    const there = await sent()
    expect(there.map(({ value }) => value)).toEqual(['Once, or twice', 'Once, or twice'])
    expect(row?.sourceId).toBe(there[1]?.id)
    expect(row?.job).toMatchObject({ note: expect.stringMatching(/Sent again.*spare source may exist/) })
  })
})
