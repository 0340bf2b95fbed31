import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeTestPicture, writeTestPictures } from '../fixtures/test-pictures.ts'
import { listSources } from '../support/compare-with-service.ts'
import { createPackshotUser, type ListedImage, linesOf, type PackshotUser } from '../support/packshot-user.ts'
import { startWorkspaceProcess, type WorkspaceProcess } from '../support/workspace-process.ts'

let user: PackshotUser
let workspace: WorkspaceProcess

beforeAll(async () => {
  workspace = await startWorkspaceProcess()
})
afterAll(() => workspace.remove())
beforeEach(async () => {
  user = await createPackshotUser()
})
afterEach(async () => {
  await workspace.misbehave()
  await user.expectNowhere([workspace.apiKey])
  await user.remove()
})

const addPictures = async (count: number, firstSeed = 1): Promise<readonly ListedImage[]> => {
  await writeTestPictures(join(user.folder, 'pictures'), count, { firstSeed })
  expect((await user.run('add', join(user.folder, 'pictures'))).code).toBe(0)
  return user.list<ListedImage>('images')
}

const jobStates = async () => (await user.jobs()).map((job) => job.status.state)

/** RFC 4180: quoted fields can contain commas, line breaks and doubled quotes; lines end with CRLF. */
const parseCsv = (text: string): string[][] => {
  const rows: string[][] = []
  let row: string[] = []
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/gy
  while (field.lastIndex < text.length) {
    const at = field.lastIndex
    const found = field.exec(text)
    if (!found) throw new Error(`no field at ${at}: ${JSON.stringify(text.slice(at, at + 40))}`)
    row.push(found[1] === undefined ? (found[2] ?? '') : found[1].replaceAll('""', '"'))
    if (found[3] === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}

describe('the command', () => {
  it('prints JSON for everything with --json, before or after its name', async () => {
    await addPictures(1)
    expect((await user.run('ask', '--question', 'What colours?', '--json')).json()).toEqual({
      asked: 1,
      approved: 0,
      askedBefore: 0,
      pictures: 1,
      withoutAddress: 0,
      why: null,
    })
    expect((await user.run('--json', 'attach', '--new', 'Mug')).json()).toMatchObject({ pictures: 1, notes: [] })
    expect((await user.work(workspace, '--json')).json()).toMatchObject({ done: 4, parked: 0, waiting: 0, parkedJobs: [] })
    for (const name of ['status', 'images', 'jobs', 'products', 'answers', 'retry']) {
      expect((await user.run('--json', name)).code).toBe(0)
      expect((await user.run(name, '--json')).code).toBe(0)
    }
    expect((await user.run('images', '--refused', '--json')).json()).toEqual([])
    expect((await user.run('add', join(user.folder, 'pictures'), '--json')).json()).toMatchObject({ added: [], refused: [] })
    expect((await user.run('answers', '--format', 'json')).json()).toHaveLength(1)
    expect((await user.run('disconnect', '--json')).json()).toMatchObject({ revoked: false })
  })

  it('prefers --data-dir to PACKSHOT_DATA_DIR, anywhere on the line', async () => {
    const [a, b] = [join(user.folder, 'a'), join(user.folder, 'b')]
    const [path] = await writeTestPictures(join(user.folder, 'pictures'), 1)
    expect((await user.run('--data-dir', a, 'add', path ?? '')).code).toBe(0)
    expect((await user.run('add', path ?? '', '--data-dir', b)).code).toBe(0)
    expect(await readdir(user.folder)).not.toContain('data')
    for (const folder of [a, b]) expect(await user.list('images', '--data-dir', folder)).toHaveLength(1)
    expect(await user.list('images')).toHaveLength(0)
  })

  it('reports a data folder that cannot be used', async () => {
    const file = join(user.folder, 'a file')
    await writeFile(file, 'x')
    for (const command of [['status'], ['add', file]]) {
      const ended = await user.run('--data-dir', file, ...command)
      expect(ended.code).toBe(1)
      expect(linesOf(ended.stderr)).toHaveLength(1)
      expect(ended.stderr).toContain(file)
    }
  })

  it('lets one process at a time change a data folder; a second one says so, and read-only commands still work', async () => {
    await addPictures(3, 50)
    // Requests made now are received, but stay unanswered until the process continues.
    process.kill(workspace.pid(), 'SIGSTOP')
    const running = user.work(workspace)
    try {
      await expect.poll(jobStates).toEqual(['running', 'running', 'running'])
      for (const args of [['add', user.folder], ['run'], ['ask', '--question', 'What?'], ['retry'], ['cancel', 'job_x']]) {
        const second = await user.run(...args)
        expect(second.code).toBe(1)
        expect(linesOf(second.stderr)).toEqual([
          `Another Packshot is using the data folder ${user.dataFolder}. Nothing was changed. Close the other Packshot, or wait until it has finished.`,
        ])
      }
      for (const name of ['status', 'images', 'jobs', 'products', 'answers']) expect((await user.run(name, '--json')).code).toBe(0)
    } finally {
      process.kill(workspace.pid(), 'SIGCONT')
    }
    expect(await running).toMatchObject({ code: 0 })
  })

  it('exits with 2 when no workspace is connected, and keeps the queue', async () => {
    await addPictures(2)
    const run = await user.run('run')
    expect(run.code).toBe(2)
    expect(linesOf(run.stdout)).toEqual([
      '0 jobs done, 2 waiting, 0 need attention.',
      'No workspace is connected. Everything queued is kept. Connect one: “packshot connect --sample” or “packshot connect FILE.packshot”.',
    ])
  })

  it('stops at Ctrl+C between requests, says so, and continues the next time', async () => {
    await addPictures(40, 60)
    await workspace.misbehave({ match: { path: '/v1/' }, effect: { kind: 'latency', ms: 2000 } })
    const { child, ended } = user.start(['run', '--api-key-stdin', '--base-url', workspace.baseUrl, '--rate', 'none'], {
      stdin: workspace.apiKey,
    })
    await expect.poll(jobStates).toContain('running')
    child.kill('SIGINT')
    const stopped = await ended
    expect(stopped.code).toBe(4)
    expect(stopped.stdout).toMatch(/Stopped\. Everything queued is kept\. The next “packshot run” continues\./)
    await workspace.misbehave()
    expect(await user.work(workspace)).toMatchObject({ code: 0 })
    const hashes = new Set((await user.list<ListedImage>('images')).map((one) => one.sha256))
    expect((await listSources(workspace)).filter((one) => hashes.has(one.sha256))).toHaveLength(40)
  })

  it('when stopped while creating a product, says that this needs a person, and promises nothing', async () => {
    await addPictures(1, 65)
    await user.run('attach', '--new', 'Mug')
    await workspace.misbehave({ match: { path: '/v1/products' }, effect: { kind: 'black-hole' } })
    const { child, ended } = user.start(['run', '--api-key-stdin', '--base-url', workspace.baseUrl, '--rate', 'none', '--json'], {
      stdin: workspace.apiKey,
    })
    const isCreating = async () =>
      (await user.jobs()).some(({ work, status }) => work.operation === 'create-product' && status.state === 'running')
    await expect.poll(isCreating).toBe(true)
    child.kill('SIGINT')
    const stopped = await ended
    expect(stopped.code).toBe(3)
    expect(stopped.json()).toMatchObject({
      ended: 'stopped',
      done: 1,
      parked: 1,
      running: 0,
      parkedJobs: [{ work: { operation: 'create-product' }, status: { reason: { code: 'uncertain' } } }],
    })
    const again = await user.work(workspace)
    expect(again.code).toBe(3)
    expect(again.stdout).toMatch(/^0 jobs done, 1 waiting, 1 needs attention/)
    expect(again.stdout).not.toMatch(/continues/)
  })

  it('keeps working when the reader of its output is gone', async () => {
    await addPictures(3)
    const { child, ended } = user.start(['jobs'])
    child.stdout?.destroy()
    expect((await ended).stderr).toBe('')
  })

  it('cancels waiting work, and never sends it', async () => {
    await addPictures(3, 70)
    const [first] = await user.jobs()
    expect((await user.run('cancel', first?.id ?? '')).stdout).toBe('1 job cancelled.\n')
    expect((await user.run('cancel', first?.id ?? '')).stdout).toBe('0 jobs cancelled. 1 was done, under way or cancelled before.\n')
    const retried = await user.run('retry', first?.id ?? '')
    expect(retried.code).toBe(1)
    expect(retried.stderr).toMatch(/is cancelled, so there is nothing to retry/)
    expect(await user.work(workspace)).toMatchObject({ code: 0, stdout: '2 jobs done, 0 waiting, 0 need attention.\n' })
  })

  it('says when waiting work belongs to another workspace, and runs it when that one is connected again', async () => {
    const other = await startWorkspaceProcess()
    try {
      await addPictures(1, 80)
      expect((await user.work(other)).code).toBe(0)
      await addPictures(2, 90)
      await other.stop()
      expect((await user.work(other, '--timeout', '1')).code).toBe(4)
      const run = await user.work(workspace)
      expect(run.code).toBe(3)
      expect(run.stdout).toMatch(new RegExp(`2 jobs of .*\\(${other.baseUrl}\\) wait\\. “packshot run --api-key-stdin --base-url`))
      await other.restartOnSamePort()
      expect(await user.work(other)).toMatchObject({ code: 0 })
    } finally {
      await other.remove()
    }
  })
})

describe('answers as CSV', () => {
  it('are RFC 4180 in UTF-8, whatever names and questions contain, and no cell is a formula', async () => {
    const folder = join(user.folder, 'pictures')
    await mkdir(folder)
    const names = ['=HYPERLINK("http:,x","y").jpg', '+1.jpg', '-1.jpg', '@x.jpg', '\ttab.jpg', 'Müsli 🍓 „größer“.jpg', 'a,b;c.jpg']
    await Promise.all(names.map(async (name, index) => writeFile(join(folder, name), await makeTestPicture(100 + index))))
    expect((await user.run('add', folder)).code).toBe(0)
    const questions = ['Two lines,\n"quoted"; größer 🫙?', '=1+1', '+1', '-1', '@x', '\t=x?']
    expect((await user.run('ask', ...questions.flatMap((question) => [`--question=${question}`]))).code).toBe(0)
    expect(await user.work(workspace)).toMatchObject({ code: 0 })

    const { stdout, code } = await user.run('answers', '--format', 'csv')
    expect(code).toBe(0)
    expect(stdout.endsWith('\r\n')).toBe(true)
    const [head, ...rows] = parseCsv(stdout)
    const columns = ['image', 'image_id', 'question', 'kind', 'answer', 'edited', 'answered_at', 'written', 'voice', 'about_earlier_file']
    expect(head).toEqual(columns)
    expect(rows).toHaveLength(names.length * new Set(questions.map((one) => one.trim())).size)
    const bare = (cell: string): string => cell.replace(/^'/, '')
    expect(new Set(rows.map((row) => bare(row[0] ?? '')))).toEqual(new Set(names))
    expect(new Set(rows.map((row) => bare(row[2] ?? '')))).toEqual(new Set(questions.map((one) => one.trim())))
    for (const row of rows) {
      expect(row).toHaveLength(columns.length)
      for (const cell of row) expect(cell).not.toMatch(/^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/)
    }
    // The table on a terminal shows none of the control characters.
    const table = await user.run('answers')
    expect(linesOf(table.stdout)).toHaveLength(rows.length + 1)
  })
})
