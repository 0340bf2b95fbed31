import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Answer } from '../../shared/answers/questions.ts'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { createPackshotUser, type PackshotUser } from '../support/packshot-user.ts'
import { startWorkspaceProcess, type WorkspaceProcess } from '../support/workspace-process.ts'

let user: PackshotUser
let workspace: WorkspaceProcess

beforeEach(async () => {
  user = await createPackshotUser()
  workspace = await startWorkspaceProcess()
})
afterEach(async () => {
  await workspace.remove()
  await user.expectNowhere([workspace.apiKey])
  await user.remove()
})

const withKey = (...args: string[]) =>
  user.runWith({ stdin: workspace.apiKey }, ...args, '--api-key-stdin', '--base-url', workspace.baseUrl)

describe('packshot write', () => {
  it('queues texts without a network, writes them with the run, and exports them beside the answers', async () => {
    await writeTestPictures(`${user.folder}/pictures`, 2)
    await user.run('add', '--no-upload', `${user.folder}/pictures`)
    await user.run('ask', '--question', 'What colours does it have?')
    expect((await user.work(workspace)).code).toBe(0)

    const early = await user.run('write', '--voice', 'Friendly', '--all')
    expect(early).toMatchObject({ code: 1, stderr: expect.stringMatching(/were not loaded yet\. Nothing was queued\..*packshot voices/s) })
    const voices = await withKey('voices')
    expect(voices).toMatchObject({ code: 0, stdout: expect.stringMatching(/^id +name +how it sounds\nton_\S+ +Plain +Short/) })
    expect((await withKey('templates')).stdout).toMatch(
      /Alt text \(skl_\S+\): An alternative.*\n {2}answer: What the picture shows, string\n {2}product: Product name, string, optional/,
    )
    await workspace.stop()
    expect(await withKey('voices', '--json')).toMatchObject({ code: 0, stderr: expect.stringMatching(/^As it was read on 20/) })

    const [first] = await user.list<Answer>('answers')
    expect((await user.run('write', '--voice', 'Friendly', '--answer', first?.jobId ?? '')).stdout).toBe(
      '1 text queued in the voice “Friendly” (“packshot run” writes them).\n',
    )
    const all = await user.run('write', '--voice', 'friendly', '--all')
    expect(all.stdout).toMatch(/^1 text queued .* 1 were written or queued before/)
    expect((await user.run('jobs', '--state', 'waiting')).stdout).toMatch(/Write about .* with the brand voice Friendly/)

    await workspace.restartOnSamePort()
    expect(await user.work(workspace)).toMatchObject({ code: 0, stdout: expect.stringMatching(/0 waiting, 0 need attention/) })
    const asked = (await workspace.requests('/v1/command')).filter(({ outcome }) => outcome === 'committed')
    expect(asked).toHaveLength(2)
    expect(asked[0]?.facts.command).toContain('What colours does it have?')
    const answers = await user.list<Answer & { written: string; voice: string }>('answers')
    expect(answers.map(({ voice }) => voice)).toEqual(['Friendly', 'Friendly'])
    for (const one of answers) expect(one.written).not.toBe('')
    const csv = (await user.run('answers', '--format', 'csv')).stdout.split('\r\n')
    expect(csv[0]).toBe('image,image_id,question,kind,answer,edited,answered_at,written,voice,about_earlier_file')
    expect(csv[1]).toMatch(/,Friendly,(?:no)?$/)
    expect((await user.run('answers')).stdout).toMatch(/^picture +question +answer +written +voice\n/)
  })

  it('rejects invalid input, and sets aside a voice that the workspace does not have', async () => {
    await writeTestPictures(`${user.folder}/pictures`, 1)
    await user.run('add', '--no-upload', `${user.folder}/pictures`)
    await user.run('ask', '--question', 'What colours does it have?')
    expect((await user.run('write', '--voice', 'Friendly')).code).toBe(2)
    await user.work(workspace)
    expect(await user.run('write', '--voice', 'x', '--all', '--answer', 'job_1')).toMatchObject({ code: 1 })
    expect((await user.run('write')).stderr).toMatch(/required option '--voice/)
    expect((await user.run('voices', '--api-key-stdin', '--connect', 'sample')).stderr).toMatch(/Either --connect or --api-key-stdin/)
    expect((await user.run('write', '--voice', 'ton_gone', '--all')).code).toBe(0)
    const run = await user.work(workspace)
    expect(run).toMatchObject({
      code: 3,
      stdout: expect.stringMatching(/with the brand voice ton_gone.*there is no such item.*“ton_gone” was removed/),
    })
  })
})
