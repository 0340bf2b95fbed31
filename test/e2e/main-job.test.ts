import { mkdtemp, rm, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Answer } from '../../shared/answers/questions.ts'
import type { Image } from '../../shared/pictures/pictures.ts'
import type { Job } from '../../shared/queue/jobs.ts'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { answerConsent } from '../support/answer-consent.ts'
import { expectNoSilentRepeats, expectSameBytes, listProducts, listSources } from '../support/compare-with-service.ts'
import { packshotInside } from '../support/packshot-inside.ts'
import { packshot } from '../support/packshot-process.ts'
import { startWorkspaceProcess, type WorkspaceProcess } from '../support/workspace-process.ts'

type Listed = Image & { readonly sourceId: string | null }
const questions = ['What colours does it have?', 'Is the background white?']

let folder: string
let dataFolder: string
let workspace: WorkspaceProcess
const run = (...args: string[]) => packshot(args, { dataFolder, consent: 'allow' })
/** In this process, which is quicker: the first test shows that processes do the same. */
const runHere = (...args: string[]) => packshotInside(args, { dataFolder, onStderr: (text) => answerConsent(text, 'allow') })
const list = async <T>(what: string): Promise<T[]> => (await runHere(what, '--json')).json()

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-main-job-'))
  dataFolder = join(folder, 'data')
  workspace = await startWorkspaceProcess()
})
afterEach(async () => {
  await workspace.remove()
  await rm(folder, { recursive: true, force: true })
})

const askAndAttach = async (by: typeof run): Promise<void> => {
  expect(await by('add', join(folder, 'pictures'))).toMatchObject({ code: 0 })
  expect(await by('ask', ...questions.flatMap((question) => ['--question', question]))).toMatchObject({ code: 0 })
  expect(await by('attach', '--new', 'Spring mug')).toMatchObject({ code: 0 })
}

describe('the main job', () => {
  it('adds a folder with odd names, uploads, asks, attaches in order, and the service has it byte for byte; a second run adds nothing', async () => {
    const paths = await writeTestPictures(join(folder, 'pictures'), 24, { formats: 'both', names: 'odd' })
    await askAndAttach(run)
    expect(await run('run', '--connect', workspace.connectionFile, '--no-browser')).toMatchObject({ code: 0 })

    const images = await list<Listed>('images')
    expect(new Set(images.map((one) => one.name))).toEqual(new Set(paths.map((path) => basename(path))))
    await expectSameBytes(workspace, images, (image) => join(folder, 'pictures', image.name))
    expect(await listProducts(workspace)).toMatchObject([{ name: 'Spring mug', attributes: { Images: images.map((one) => one.sourceId) } }])
    const answers = await list<Answer>('answers')
    expect(answers).toHaveLength(48)
    expect(new Set(answers.map((one) => `${one.imageId} ${one.question}`)).size).toBe(48)

    const before = (await workspace.requests('/v1/')).length
    await askAndAttach(run)
    expect(await run('run', '--connect', workspace.connectionFile, '--no-browser')).toMatchObject({ code: 0 })
    expect((await workspace.requests('/v1/')).length).toBe(before)
    expect(await listSources(workspace)).toHaveLength(24)
    expect(await expectNoSilentRepeats(workspace, await list<Job>('jobs'), images)).toBe(0)
  })

  it('accepts everything offline, holds and says so, and completes the chain when the workspace is back', async () => {
    await writeTestPictures(join(folder, 'pictures'), 6)
    await workspace.stop()
    await askAndAttach(runHere)
    const held = await packshot(['run', '--api-key-stdin', '--base-url', workspace.baseUrl, '--rate', 'none', '--timeout', '2'], {
      dataFolder,
      stdin: workspace.apiKey,
    })
    expect(held.code).toBe(4)
    expect(held.stdout).toMatch(/Offline: .*kept/)
    await workspace.restartOnSamePort()
    const done = await packshot(['run', '--api-key-stdin', '--base-url', workspace.baseUrl], { dataFolder, stdin: workspace.apiKey })
    expect(done).toMatchObject({ code: 0 })
    expect(await list<Answer>('answers')).toHaveLength(12)
    const [product] = await listProducts(workspace)
    expect(product?.attributes.Images).toHaveLength(6)
  })

  it('does not need the original files after they were added', async () => {
    const [path] = await writeTestPictures(join(folder, 'pictures'), 1)
    expect(await runHere('add', path ?? '')).toMatchObject({ code: 0 })
    await unlink(path ?? '')
    expect(await runHere('run', '--connect', workspace.connectionFile, '--no-browser')).toMatchObject({ code: 0 })
    expect(await listSources(workspace)).toHaveLength(1)
  })
})
