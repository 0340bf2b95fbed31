import { spawn } from 'node:child_process'
import { chmod, chown, copyFile, mkdir, readdir, readFile, rm, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Image, Refusal } from '../../shared/pictures/pictures.ts'
import { writeHostileFiles } from '../fixtures/hostile-files.ts'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { lackOf } from '../support/lacks.ts'
import { createPackshotUser, type ListedImage, linesOf, type PackshotUser } from '../support/packshot-user.ts'
import { startWorkspaceProcess, type WorkspaceProcess } from '../support/workspace-process.ts'

let user: PackshotUser
let workspace: WorkspaceProcess
let pictures: string

beforeEach(async () => {
  user = await createPackshotUser()
  workspace = await startWorkspaceProcess()
  pictures = join(user.folder, 'pictures')
})
afterEach(async () => {
  await user.expectNowhere([workspace.apiKey])
  await workspace.remove()
  await user.remove()
})

/** Our own copy of a picture. */
const stagedPath = async (picture: Image): Promise<string> => {
  const files = await readdir(user.dataFolder, { recursive: true })
  const found = files.find((file) => file.includes(picture.sha256) && file.includes('originals'))
  if (!found) throw new Error(`no staged copy of ${picture.name} among ${files.join(', ')}`)
  return join(user.dataFolder, found)
}

describe('bad files', () => {
  it('are refused with a line each, and the other files are added and uploaded', async () => {
    await writeTestPictures(pictures, 3, { names: 'odd' })
    const wanted = [
      'text.png',
      'cut at 30 %.jpg',
      '60000 x 60000.png',
      '60000 x 60000.jpg',
      'drawing.jpg',
      'empty.png',
      'phone picture.jpg',
    ]
    await writeHostileFiles(pictures, wanted)
    const added = await user.run('add', pictures, join(user.folder, 'not there.png'))
    expect(added.code).toBe(1)
    const lines = linesOf(added.stdout)
    expect(lines[0]).toBe('3 pictures added, 8 refused:')
    expect(lines).toHaveLength(9)
    const said = (name: string): string => lines.find((line) => line.includes(name)) ?? ''
    expect(said('text.png')).toMatch(/plain text, not a PNG, JPEG.*Export it as PNG or JPEG/)
    expect(said('cut at 30 %.jpg')).toMatch(/cut off.*Copy, download or export the picture again/)
    expect(said('60000 x 60000.png')).toMatch(/60,000 × 60,000.*at most 100 megapixels/)
    expect(said('60000 x 60000.jpg')).toMatch(/60,000 × 60,000.*at most 100 megapixels/)
    expect(said('drawing.jpg')).toMatch(/SVG drawing/)
    expect(said('phone picture.jpg')).toMatch(/HEIC/)
    expect(said('empty.png')).toMatch(/empty \(0 bytes\)/)
    expect(said('not there.png')).toMatch(/is not there.*Check the path/)

    expect(await user.work(workspace)).toMatchObject({ code: 0 })
    expect((await user.list<ListedImage>('images')).filter((one) => one.sourceId)).toHaveLength(3)
    expect(await user.list<Refusal>('images', '--refused')).toHaveLength(8)
  })

  it('may be removed after they were added: our copy is sent', async () => {
    const paths = await writeTestPictures(pictures, 2)
    await user.run('add', pictures)
    await Promise.all(paths.map((path) => unlink(path)))
    expect(await user.work(workspace)).toMatchObject({ code: 0 })
    expect(await workspace.requests('/v1/sources')).toHaveLength(2)
  })

  it('are set aside with the reason if our copy is missing or changed; nothing wrong is sent, and adding them again fixes it', async () => {
    const paths = await writeTestPictures(pictures, 4)
    await user.run('add', pictures)
    const images = await user.list<ListedImage>('images')
    const [gone, altered] = images
    if (!gone || !altered) throw new Error('no pictures')
    await rm(await stagedPath(gone))
    const path = await stagedPath(altered)
    await chmod(path, 0o600)
    const bytes = await readFile(path)
    bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 1
    await writeFile(path, bytes)

    const run = await user.work(workspace)
    expect(run.code).toBe(3)
    expect(run.stdout).toMatch(new RegExp(`Upload ${gone.name}: .*(gone|not there|cannot be read).*add it again`, 'i'))
    expect(run.stdout).toMatch(new RegExp(`Upload ${altered.name}: .*has changed.*not sent.*add`, 'i'))
    expect(
      (await workspace.requests('/v1/sources'))
        .filter((one) => one.outcome === 'committed')
        .map((one) => one.facts.sha256)
        .sort(),
    ).toEqual(
      images
        .slice(2)
        .map((one) => one.sha256)
        .sort(),
    )

    expect((await user.run('add', ...paths)).code).toBe(0)
    expect((await user.run('retry')).code).toBe(0)
    expect(await user.work(workspace)).toMatchObject({ code: 0 })
    const sent = (await workspace.requests('/v1/sources')).filter((one) => one.outcome === 'committed')
    expect(new Set(sent.map((one) => one.facts.sha256))).toEqual(new Set(images.map((one) => one.sha256)))
  })

  it('in an unreadable folder are refused with the reason, and the next folder is added', async (context) => {
    await writeTestPictures(pictures, 1)
    const closed = join(user.folder, 'closed')
    await mkdir(closed)
    await copyFile(join(pictures, 'picture-00000.jpg'), join(closed, 'inside.jpg'))
    await chmod(closed, 0o000)
    const cli = fileURLToPath(new URL('../../out/main/cli.js', import.meta.url))
    // Root ignores permissions. Then run the command as nobody, if that user can read the files it needs.
    const isRoot = process.getuid?.() === 0
    const nobody = isRoot ? { uid: 65_534, gid: 65_534 } : {}
    if (isRoot) {
      await mkdir(user.dataFolder, { recursive: true })
      for (const path of [user.folder, user.dataFolder]) await chown(path, 65_534, 65_534)
    }
    const attempt = (args: string[]): Promise<{ code: number | null; out: string }> =>
      new Promise((resolve) => {
        const child = spawn(process.execPath, [cli, ...args], {
          ...nobody,
          env: { ...process.env, PACKSHOT_DATA_DIR: user.dataFolder, HOME: user.folder },
        })
        let out = ''
        child.stdout.setEncoding('utf8').on('data', (text: string) => {
          out += text
        })
        child.stderr.setEncoding('utf8').on('data', (text: string) => {
          out += text
        })
        child.once('error', (error) => resolve({ code: null, out: error.message }))
        child.once('close', (code) => resolve({ code, out }))
      })
    const first = await attempt(['status'])
    if (first.code !== 0 || process.platform === 'win32') {
      await chmod(closed, 0o700)
      context.skip(lackOf('no-other-user'))
    }
    const added = await attempt(['add', closed, pictures])
    await chmod(closed, 0o700)
    expect(added.out).toMatch(/closed: .*may not be read.*Allow reading it/)
    expect(added.out).toMatch(/1 picture added, 1 refused/)
    expect(added.code).toBe(1)
  })
})
