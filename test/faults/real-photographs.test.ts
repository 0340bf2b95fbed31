import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Answer } from '../../shared/answers/questions.ts'
import type { Image } from '../../shared/pictures/pictures.ts'
import type { Job } from '../../shared/queue/jobs.ts'
import { prepareRealPhotographs } from '../fixtures/real-photographs.ts'
import { expectNoSilentRepeats, expectSameBytes, listProducts, listSources } from '../support/compare-with-service.ts'
import { lackOf } from '../support/lacks.ts'
import { packshot } from '../support/packshot-process.ts'
import { startWorkspaceProcess } from '../support/workspace-process.ts'

const isFull = process.env.PACKSHOT_FAULTS === 'full'
const wanted = 200
const questions = ['What colours does it have?', 'Is the background white?']

it(`does the main job on ${wanted} real photographs, byte for byte, and a second run adds nothing twice`, {
  timeout: 900_000,
}, async (context) => {
  if (!isFull) context.skip(lackOf('needs-download'))
  const folder = await mkdtemp(join(tmpdir(), 'packshot-photographs-'))
  const workspace = await startWorkspaceProcess()
  const dataFolder = join(folder, 'data')
  const run = (...args: string[]) => packshot(args, { dataFolder, consent: 'allow' })
  // Cameras write serial numbers and places into their files, which is taken out of what is sent unless a workspace wants it.
  const connectionFile = join(folder, 'wants-metadata.packshot')
  const known = JSON.parse(await readFile(workspace.connectionFile, 'utf8'))
  await writeFile(connectionFile, JSON.stringify({ ...known, removePersonal: false }))
  try {
    const photographs = await prepareRealPhotographs(wanted, join(folder, 'photographs'), (line) => console.log(line))
    if (photographs.length < wanted) context.skip(lackOf('no-photographs'))
    const doMainJob = async (): Promise<void> => {
      expect(await run('add', join(folder, 'photographs'))).toMatchObject({ code: 0 })
      expect(await run('ask', '--question', ...questions)).toMatchObject({ code: 0 })
      expect(await run('attach', '--new', 'Catalogue')).toMatchObject({ code: 0 })
      expect(await run('run', '--connect', connectionFile, '--no-browser')).toMatchObject({ code: 0 })
    }
    const begun = Date.now()
    await doMainJob()
    console.log(
      `${wanted} photographs: added, uploaded, asked ${questions.length} questions each and attached in ${Math.round((Date.now() - begun) / 1000)} s`,
    )

    const images = (await run('images', '--json')).json() as (Image & { sourceId: string | null })[]
    expect(images.map((one) => one.sha256)).toEqual(photographs.map((one) => one.sha256))
    await expectSameBytes(workspace, images, (image) => join(folder, 'photographs', image.name))
    expect((await listProducts(workspace)).map((one) => one.attributes)).toEqual([{ Images: images.map((one) => one.sourceId) }])
    const answers = (await run('answers', '--json')).json() as Answer[]
    expect(answers.map((one) => `${one.imageId} ${one.question}`)).toEqual(
      images.flatMap((image) => questions.map((question) => `${image.id} ${question}`)),
    )

    const before = (await workspace.requests('/v1/')).length
    await doMainJob()
    expect((await workspace.requests('/v1/')).length).toBe(before)
    expect(await listSources(workspace)).toHaveLength(wanted)
    expect(await expectNoSilentRepeats(workspace, (await run('jobs', '--json')).json() as Job[], images)).toBe(0)
  } finally {
    await workspace.remove()
    await rm(folder, { recursive: true, force: true })
  }
})
