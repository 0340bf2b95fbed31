import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ImagePool, ImageTask } from '../../../../electron/core/formats/decoding-process/decoding-pool.ts'
import { AppError } from '../../../../shared/base/errors.ts'
import { likenessVersion, writeLikeness } from '../../../../shared/pictures/likeness.ts'
import { compareDerived } from '../../../support/derived-tables.ts'
import { makeLikenesses } from '../../../support/make-likenesses.ts'
import { noBarcodes } from '../../../support/no-barcodes.ts'
import { openTestCore, type TestCore, type TestPorts, writePng } from '../../../support/open-test-core.ts'

let folder = ''
let open: TestCore | undefined
/** Thumbnail → the name of its picture. A name before “-” says what the picture shows. */
let nameOf = new Map<string, string>()
let described: string[] = []
/** Each comparison as “one: others”. */
let compared: string[] = []
/** Names whose thumbnails are lost, or damaged, until they are inspected again. */
let lost = new Set<string>()
let damaged = new Set<string>()
/** They can't be made again. */
let isStuck = false
/** A comparison waits for it. */
let comparing: Promise<void> = Promise.resolve()
let ended = 0

const shows = (name: string): string => name.split('-')[0] ?? name
const seedOf = (name: string): number => [...shows(name)].reduce((sum, one) => 31 * sum + one.charCodeAt(0), 7)

const nameAt = (thumbnail: string): string => {
  const name = nameOf.get(basename(thumbnail)) ?? '?'
  if (lost.has(name)) throw new AppError('file-missing', { kind: 'picture-gone' })
  if (damaged.has(name)) throw new AppError('damaged-image', { kind: 'unexpected', said: 'damaged' })
  return name
}

const startImageProcess = (): ImagePool => ({
  ...noBarcodes,
  inspect: async ({ path, thumbnailPath, format }: ImageTask) => {
    const name = basename(path, '.png').split('~')[1] ?? path
    nameOf.set(basename(thumbnailPath), name)
    lost.delete(name)
    if (!isStuck) damaged.delete(name)
    const size = Number(name.split('-')[1] ?? 100)
    return { format, width: size, height: size, orientation: 1, hasAlpha: false, hasGps: false }
  },
  prepare: () => {},
  stop: async () => {},
  describeLikeness: async (thumbnail) => {
    const name = nameAt(thumbnail)
    described.push(name)
    if (shows(name) === 'plain') return null
    const [likeness] = makeLikenesses(1, seedOf(name))
    return likeness ? writeLikeness(likeness) : null
  },
  compare: async (thumbnail, others, { signal } = {}) => {
    const name = nameAt(thumbnail)
    await Promise.race([
      comparing,
      new Promise((_, reject) =>
        signal?.addEventListener('abort', () => reject(new AppError('cancelled', { kind: 'decoding-cancelled' }))),
      ),
    ])
    return others.map(({ path }) => {
      const known = nameOf.get(basename(path)) ?? '?'
      if (lost.has(known)) return null
      compared.push([name, known].toSorted().join(' '))
      // The pictures of a twin look alike, and aren’t.
      return shows(name) === shows(known) && !shows(name).startsWith('twin')
    })
  },
  endComparing: async () => {
    ended++
  },
})

const openCore = async (more: TestPorts = {}): Promise<TestCore['client']> => {
  open = await openTestCore(join(folder, 'data'), { startImageProcess, ...more })
  return open.client
}
const close = async (): Promise<void> => {
  await open?.core.stop()
  open = undefined
}
const reopen = async (): Promise<TestCore['client']> => {
  await close()
  return openCore()
}

/** Adds a picture for each name: what it shows, and its width and height. */
const add = async (client: TestCore['client'], ...names: string[]): Promise<void> => {
  const named = names.map((name) => join(folder, `${name}.png`))
  for (const [at, name] of names.entries()) await writePng(named[at] ?? '', name)
  await client.intake.add({ named, recursive: false, upload: false })
}

const find = async (client: TestCore['client']): Promise<void> => {
  await expect.poll(async () => (await client.similar.find({ waitMs: 5_000 })).left, { timeout: 60_000 }).toBe(0)
}

/** The groups, each with its picture to keep first. */
const groups = async (client: TestCore['client']): Promise<string[][]> =>
  (await client.similar.groups({ offset: 0, limit: 500 })).map(({ pictures }) => pictures.map(({ name }) => name.replace('.png', '')))

const idOf = async (client: TestCore['client'], name: string): Promise<string> => {
  const found = (await client.pictures.list()).find((one) => one.name === `${name}.png`)
  if (!found) throw new Error(`${name} is not in the library`)
  return found.id
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-similar-'))
  nameOf = new Map()
  described = []
  compared = []
  lost = new Set()
  damaged = new Set()
  isStuck = false
  comparing = Promise.resolve()
  ended = 0
})
afterEach(async () => {
  await close()
  await rm(folder, { recursive: true })
})

describe('finding pictures that show the same', () => {
  it('groups them, the largest first, and ends its process', async () => {
    const client = await openCore()
    await add(client, 'shirt-200', 'mug-100', 'shirt-800', 'shirt-400', 'plain-1', 'plain-2')
    await find(client)
    expect(await groups(client)).toEqual([['shirt-800', 'shirt-400', 'shirt-200']])
    expect(await client.similar.summary()).toEqual({ groups: 1, others: 2, left: 0 })
    expect(ended).toBeGreaterThan(0)
    const others = await client.similar.others({})
    expect(others).toEqual([await idOf(client, 'shirt-400'), await idOf(client, 'shirt-200')])
  })

  it('begins by itself a while after pictures came', async () => {
    const client = await openCore()
    await open?.core.start()
    await add(client, 'shirt-200', 'shirt-800')
    await open?.passUntil(async () => expect(await groups(client)).toEqual([['shirt-800', 'shirt-200']]))
  })

  it('proposes a sharp one before a blurred one, however large that is', async () => {
    let client = await openCore()
    await add(client, 'shirt-800', 'shirt-400')
    await find(client)
    expect(await groups(client)).toEqual([['shirt-800', 'shirt-400']])
    const sha256 = (await client.pictures.list()).find(({ name }) => name === 'shirt-800.png')?.sha256 ?? ''
    await close()
    const database = new DatabaseSync(join(folder, 'data', 'library.db'))
    const changes = () => Number(database.prepare('SELECT similar_changes AS n FROM picture_count').get()?.n)
    const before = changes()
    const measured = JSON.stringify({ sharpness: { value: 1, verdict: 'blurred' } })
    database.prepare("INSERT INTO measurements (sha256, fixes, measured_by, value) VALUES (?, '', 1, ?)").run(sha256, measured)
    expect(changes()).toBe(before + 1)
    database.close()
    client = await openCore()
    expect(await groups(client)).toEqual([['shirt-400', 'shirt-800']])
  })

  it('looks only at what is new, and compares each pair once', async () => {
    let client = await openCore()
    await add(client, 'shirt-1', 'shirt-2', 'mug-1')
    await find(client)
    client = await reopen()
    await add(client, 'shirt-3', 'mug-2')
    await find(client)
    expect(await groups(client)).toEqual([
      ['mug-2', 'mug-1'],
      ['shirt-3', 'shirt-2', 'shirt-1'],
    ])
    expect(described.toSorted()).toEqual(['mug-1', 'mug-2', 'shirt-1', 'shirt-2', 'shirt-3'])
    expect(compared.toSorted()).toEqual(['mug-1 mug-2', 'shirt-1 shirt-2', 'shirt-1 shirt-3', 'shirt-2 shirt-3'])
  })

  it('groups none that only look alike', async () => {
    const client = await openCore()
    await add(client, 'twin-1', 'twin-2')
    await find(client)
    expect(compared).toEqual(['twin-1 twin-2'])
    expect(await groups(client)).toEqual([])
  })

  it('continues after an end in the middle of a comparison', async () => {
    let client = await openCore()
    comparing = new Promise(() => {})
    await add(client, 'shirt-1', 'shirt-2', 'mug-1', 'mug-2')
    const finding = client.similar.find({ waitMs: 60_000 })
    await expect.poll(() => described.length).toBe(4)
    await close()
    await finding.catch(() => {})
    comparing = Promise.resolve()
    client = await openCore()
    expect(await groups(client)).toEqual([])
    await find(client)
    expect(await groups(client)).toEqual([
      ['mug-2', 'mug-1'],
      ['shirt-2', 'shirt-1'],
    ])
    expect(described).toHaveLength(4)
  })

  it('makes damaged thumbnails again, now or at a later start: they say nothing about their pictures', async () => {
    const client = await openCore()
    await add(client, 'shirt-200', 'shirt-800', 'mug-1', 'mug-2')
    for (const name of ['shirt-200', 'shirt-800', 'mug-1']) damaged.add(name)
    await find(client)
    expect(await groups(client)).toEqual(
      expect.arrayContaining([
        ['shirt-800', 'shirt-200'],
        ['mug-2', 'mug-1'],
      ]),
    )
    await add(client, 'cup-1', 'cup-2')
    isStuck = true
    damaged.add('cup-1')
    await find(client)
    expect(await groups(client)).toHaveLength(2)
    isStuck = false
    const again = await reopen()
    await find(again)
    expect(await groups(again)).toHaveLength(3)
  })

  it('makes lost thumbnails again', async () => {
    const client = await openCore()
    await add(client, 'shirt-1')
    await find(client)
    lost.add('shirt-1')
    await add(client, 'shirt-2')
    await find(client)
    expect(await groups(client)).toEqual([['shirt-2', 'shirt-1']])
  })

  it('leaves removed pictures out of the groups, and shows them again when they come back', async () => {
    const client = await openCore()
    await add(client, 'shirt-1', 'shirt-2', 'shirt-3')
    await find(client)
    const middle = await idOf(client, 'shirt-2')
    await client.library.remove({ imageIds: [middle] })
    expect(await groups(client)).toEqual([['shirt-3', 'shirt-1']])
    const others = await client.similar.others({})
    await client.library.remove({ imageIds: others })
    expect(await groups(client)).toEqual([])
    expect((await client.pictures.list()).map(({ name }) => name)).toEqual(['shirt-3.png'])
    await client.library.restore({ imageIds: [...others, middle] })
    expect(await groups(client)).toEqual([['shirt-3', 'shirt-2', 'shirt-1']])
    expect(described).toHaveLength(3)
  })

  it('looks again at what another version of Packshot kept', async () => {
    let client = await openCore()
    await add(client, 'shirt-1', 'shirt-2')
    await find(client)
    await close()
    const database = new DatabaseSync(join(folder, 'data', 'library.db'))
    database.prepare('UPDATE picture_likeness SET version = ?').run(likenessVersion + 1)
    database.close()
    described = []
    client = await openCore()
    await find(client)
    expect(described.toSorted()).toEqual(['shirt-1', 'shirt-2'])
    expect(await groups(client)).toEqual([['shirt-2', 'shirt-1']])
  })

  it('keeps what is due as it comes out when it is made again', async () => {
    const client = await openCore()
    await add(client, 'shirt-1', 'shirt-2', 'mug-1')
    await find(client)
    await add(client, 'mug-2', 'bag-1')
    await client.library.remove({ imageIds: [await idOf(client, 'shirt-1'), await idOf(client, 'bag-1')] })
    await close()
    const database = new DatabaseSync(join(folder, 'data', 'library.db'))
    const { kept, again } = compareDerived(database)
    expect(kept).toEqual(again)
    expect(kept.filter((row) => row.startsWith('likeness_due'))).toHaveLength(1)
    database.close()
  })
})

describe('pictures that a person called different', () => {
  it('are in no group together, also after a restart and with pictures that come later', async () => {
    let client = await openCore()
    await add(client, 'shirt-1', 'shirt-2', 'shirt-3')
    await find(client)
    const ids = [await idOf(client, 'shirt-1'), await idOf(client, 'shirt-2'), await idOf(client, 'shirt-3')] as const
    const { pairs, at } = await client.similar.different({ imageIds: [ids[0]], from: [ids[1], ids[2]] })
    expect(pairs).toBe(2)
    expect(await groups(client)).toEqual([['shirt-3', 'shirt-2']])
    client = await reopen()
    await add(client, 'shirt-4')
    await find(client)
    const found = await groups(client)
    for (const group of found) expect(group.includes('shirt-1') && (group.includes('shirt-2') || group.includes('shirt-3'))).toBe(false)
    expect(found.flat()).toContain('shirt-4')
    expect(await client.similar.same({ at })).toEqual({ pairs: 2 })
    expect(await groups(client)).toEqual([['shirt-4', 'shirt-3', 'shirt-2', 'shirt-1']])
  })

  it('can be told from more pictures than a call may name as different', async () => {
    const client = await openCore()
    await add(client, 'shirt-1', 'shirt-2')
    const [one, other] = [await idOf(client, 'shirt-1'), await idOf(client, 'shirt-2')]
    const from = Array.from({ length: 600 }, () => other)
    expect((await client.similar.different({ imageIds: [one], from })).pairs).toBe(1)
  })

  it('are taken back by themselves, also where a clock gives two decisions the same time', async () => {
    const client = await openCore({ clock: { now: () => 1_000 } })
    await add(client, 'shirt-1', 'shirt-2', 'mug-1', 'mug-2')
    await find(client)
    for (const what of ['shirt', 'mug'])
      await client.similar.different({ imageIds: [await idOf(client, `${what}-1`), await idOf(client, `${what}-2`)] })
    const { rows } = await client.similar.apart({ offset: 0, limit: 10 })
    expect(rows.map(({ pictures }) => pictures.map(({ name }) => name))).toEqual([
      ['mug-1.png', 'mug-2.png'],
      ['shirt-1.png', 'shirt-2.png'],
    ])
    expect(await client.similar.same({ at: rows[0]?.at ?? 0 })).toEqual({ pairs: 1 })
    expect(await groups(client)).toEqual([['mug-2', 'mug-1']])
  })

  it('can be a whole group', async () => {
    const client = await openCore()
    await add(client, 'shirt-1', 'shirt-2', 'shirt-3')
    await find(client)
    const [group] = await client.similar.groups({ offset: 0, limit: 1 })
    const { pairs } = await client.similar.different({ imageIds: group?.pictures.map(({ imageId }) => imageId) ?? [] })
    expect(pairs).toBe(3)
    expect(await groups(client)).toEqual([])
    expect((await client.similar.different({ imageIds: group?.pictures.map(({ imageId }) => imageId) ?? [] })).pairs).toBe(0)
  })
})

describe('the library in groups of pictures that show the same', () => {
  it('shows only these, the one to keep first', async () => {
    const client = await openCore()
    await add(client, 'shirt-100', 'bag-1', 'shirt-900', 'mug-100', 'mug-50')
    await find(client)
    const view = {
      sort: { by: 'name', descending: false },
      filter: { text: '', state: null, format: null, productRef: null, folder: null },
      groupBy: 'similar',
    } as const
    const { total, rows } = await client.library.page({ ...view, offset: 0, limit: 10 })
    expect(total).toBe(4)
    expect(rows.map(({ name }) => name)).toEqual(['mug-100.png', 'mug-50.png', 'shirt-900.png', 'shirt-100.png'])
    expect((await client.library.groups(view)).pictures).toBe('2 2')
    const heads = await client.library.groupPage({ ...view, offset: 0, limit: 10 })
    expect(heads.map(({ name, pictures }) => ({ name, pictures }))).toEqual([
      { name: 'mug-100.png', pictures: 2 },
      { name: 'shirt-900.png', pictures: 2 },
    ])
    expect(heads[0]?.key).toBe(await idOf(client, 'mug-100'))
    expect(await client.library.ids({ ...view, group: heads[1]?.key ?? '' })).toEqual([
      await idOf(client, 'shirt-900'),
      await idOf(client, 'shirt-100'),
    ])
  })

  it('is read again when a decision changes it', async () => {
    const client = await openCore()
    await add(client, 'shirt-1', 'shirt-2')
    await find(client)
    const view = { sort: { by: 'name', descending: false }, filter: {}, groupBy: 'similar' } as const
    const before = await client.library.groups(view)
    expect(before.pictures).toBe('2')
    await client.similar.different({ imageIds: [await idOf(client, 'shirt-1'), await idOf(client, 'shirt-2')] })
    const after = await client.library.groups(view)
    expect(after.pictures).toBe('')
    expect(after.version).not.toBe(before.version)
  })
})
