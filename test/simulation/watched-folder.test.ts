import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { seedsOf } from '../support/seed.ts'
import { createFileStamps } from './file-stamps.ts'
import { createSimFolderEvents } from './sim-folder-events.ts'
import { createSimPackshot } from './sim-packshot.ts'
import { createWatchedPerson, hashOf } from './watched-person.ts'
import { createWorld } from './world.ts'

type Kind = 'deletes' | 'keeps'

const minute = 60_000

/** A day in a watched folder, with kills between any two steps. Returns what is wrong at its end. */
const play = async (seed: number, kind: Kind): Promise<readonly string[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'packshot-watched-'))
  const world = createWorld(seed)
  const root = join(folder, 'studio')
  const lostShare = world.pick([0, 0.3, 1])
  const events = createSimFolderEvents(world, lostShare)
  const ready = join(folder, 'ready')
  const isDrive = world.chance(0.5)
  const stamps = createFileStamps(world, lostShare === 0)
  const person = createWatchedPerson(world, root, kind, events.changed, { ready, isDrive, stamps })
  /** An ordinary folder was put away, with all that is in it, and is another one now. */
  let isPutAway = false
  const wire = { sent: () => {}, ended: () => {} } as unknown as Parameters<typeof createSimPackshot>[4]
  const packshot = createSimPackshot(world, 'one', folder, [], wire, 'linux', {
    openFolderEvents: events.open,
    deviceOf: person.deviceOf,
    changedOf: stamps.changedOf,
  })
  const wrong: string[] = []
  const value = async <T>(act: Parameters<typeof packshot.call<T>>[0]): Promise<T> => {
    const answer = await packshot.call(act)
    if (!answer || 'error' in answer) throw answer?.error ?? new Error('no answer')
    return answer.value
  }
  const restart = async (): Promise<void> => {
    const started = await packshot.start()
    if (started.kind === 'refused') throw new Error(started.why)
  }
  try {
    await restart()
    const polling = world.chance(0.2)
    const makeSet = (question: string) =>
      value((client) => client.questionSets.save({ name: question, runsOnDrop: false, questions: [{ question, column: '', checks: [] }] }))
    const [set, readySet] = [await makeSet('White?'), await makeSet('Ready?')]
    const uploads = world.chance(0.5)
    for (const [path, rules] of [
      [root, { questionSetId: set.id, polling, upload: uploads }],
      [ready, { questionSetId: readySet.id, polling, upload: true }],
    ] as const)
      await value((client) => client.watching.add({ folder: { kind: 'path', path }, rules }))
    // A kill at any moment finds each picture with its row.
    const isAhead = (): boolean => {
      const [row] = packshot.query(
        'SELECT (SELECT count(*) FROM originals) AS pictures, (SELECT count(DISTINCT sha256) FROM watched_files) AS files',
      )
      return row !== undefined && Number(row.pictures) > Number(row.files)
    }
    world.atMoment(isAhead, () => wrong.push('a picture was there before its row'))
    const steps = 30 + world.int(40)
    for (let step = 0; step < steps; step++) {
      const what = world.random()
      if (what < 0.7) person.act()
      else if (what < 0.76) {
        const how = world.pick(['gone', 'empty'] as const)
        isPutAway ||= how === 'empty' && !isDrive
        person.leave(how)
      } else if (what < 0.82) person.comeBack()
      else if (what < 0.84) person.leaveCard(world.pick(['gone', 'empty']))
      else if (what < 0.87) person.putCard()
      else if (what < 0.94) {
        packshot.crash('kill')
        await world.pass(world.int(4_000))
        await restart()
      } else if (what < 0.96) world.setWall(-world.int(100 * minute))
      else {
        packshot.disk.setFault('full')
        await world.pass(world.int(10_000))
        packshot.disk.setFault('none')
      }
      await world.pass(world.int(world.pick([10, 300, 8_000])))
      if (!packshot.running()) await restart()
      // A file that was renamed or carried may be said to be deleted until it is found; one that is where it was may not.
      const deleted = packshot
        .query(
          "SELECT origin, sha256 FROM watch_reports JOIN images ON images.id = image_id JOIN originals ON picture = images.seq WHERE kind = 'deleted'",
        )
        .filter((row) => person.isThere((JSON.parse(String(row.origin)) as { path?: string }).path ?? '', String(row.sha256)))
      if (!isPutAway && deleted.length > 0) wrong.push(`${deleted.length} files are said to be deleted that are there`)
    }
    person.comeBack()
    person.putCard()
    await world.passUntil(() => !person.isWriting(), minute)
    await world.pass(20 * minute)
    // One of the looks at all of it that come every ten seconds or five minutes may be under way. It ends.
    let watched = await value((client) => client.watching.list())
    for (let wait = 0; wait < 60 && watched.some(({ state }) => state.kind === 'looking'); wait++) {
      await world.pass(1_000)
      watched = await value((client) => client.watching.list())
    }

    const images = packshot.query(
      'SELECT images.id, images.name, origin, sha256 FROM images JOIN originals ON picture = images.seq WHERE removed_at IS NULL',
    )
    const byHash = new Map(images.map((row) => [String(row.sha256), row]))
    const completeHashes = new Set([...person.complete].map(hashOf))
    for (const [hash] of byHash) if (!completeHashes.has(hash)) wrong.push('a file was taken while it grew')
    const placesOf = new Map<string, string[]>()
    for (const [base, files] of [
      [root, person.files],
      [ready, person.carried],
    ] as const)
      for (const [path, content] of files) placesOf.set(content, [...(placesOf.get(content) ?? []), join(base, path)])
    for (const [content, places] of placesOf) {
      const image = byHash.get(hashOf(content))
      if (!image) wrong.push(`${places[0]} is not in the library`)
      const origin = JSON.parse(String(image?.origin ?? '{}')) as { path?: string }
      if (image && !places.includes(origin.path ?? '')) wrong.push(`${places[0]}: its picture is from ${origin.path}`)
    }
    const asked = packshot.allJobs().filter(({ work }) => work.operation === 'analyse-image')
    const uploaded = packshot.allJobs().filter(({ work }) => work.operation === 'upload-source')
    for (const [jobs, name] of [
      [asked, 'question'],
      [uploaded, 'upload'],
    ] as const)
      if (new Set(jobs.map(({ work }) => JSON.stringify(work))).size !== jobs.length) wrong.push(`a ${name} was queued twice`)
    // What each folder's rules say of the pictures in it, and of no others.
    const isAsked = (id: unknown, question: string): boolean =>
      asked.some(({ work }) => work.operation === 'analyse-image' && work.imageId === id && work.question === question)
    const isUploaded = (id: unknown): boolean => uploaded.some(({ work }) => work.operation === 'upload-source' && work.imageId === id)
    const offered = new Set(packshot.query('SELECT id FROM images JOIN changed_files ON picture = seq').map((row) => row.id))
    const [inRoot, inReady, everReady] = [person.files.values(), person.carried.values(), person.everCarried].map(
      (contents) => new Set([...contents].map(hashOf)),
    )
    for (const [hash, { id, name }] of byHash) {
      if (inRoot?.has(hash) && !offered.has(id ?? null) && !isAsked(id, 'White?')) wrong.push(`${name} was not asked about where it came`)
      if (inReady?.has(hash) && !offered.has(id ?? null) && !isAsked(id, 'Ready?'))
        wrong.push(`${name} was not asked about where it was carried`)
      if (!everReady?.has(hash) && isAsked(id, 'Ready?')) wrong.push(`${name} was asked about where it never was`)
      if ((uploads || inReady?.has(hash)) && !isUploaded(id)) wrong.push(`${name} was not uploaded`)
      if (!uploads && !everReady?.has(hash) && isUploaded(id)) wrong.push(`${name} was uploaded`)
    }
    const report = await value((client) => client.watching.report())
    if (report.added + report.changed !== images.length)
      wrong.push(`${images.length} pictures, but the report says ${report.added} + ${report.changed}`)
    if (report.refused > 0) wrong.push(`${report.refused} files were refused`)
    if (kind === 'keeps' && report.deleted > 0) wrong.push(`${report.deleted} files are said to be deleted`)
    for (const [at, files] of [person.files, person.carried].entries()) {
      const { state, counts } = watched[at] ?? {}
      const failure = state && 'problem' in state ? state.problem.failure : undefined
      const onCard = failure?.kind === 'watch-part-away' && person.isCardUnknown() ? failure.files : 0
      if (state?.kind !== 'watching' && onCard === 0 && files.size > 0) wrong.push(`it is ${JSON.stringify(state)}`)
      if (counts?.pictures !== files.size + onCard && files.size > 1) wrong.push(`${files.size} files, counted ${counts?.pictures}`)
    }
    return wrong
  } finally {
    packshot.destroy()
    rmSync(folder, { recursive: true, force: true })
  }
}

const seeds = seedsOf(3)

describe('a watched folder, with kills between any two steps', () => {
  it.each(['keeps', 'deletes'] as const)('brings each content once, and no file that grows (a person who %s files)', async (kind) => {
    const failed: { readonly seed: number; readonly wrong: readonly string[] }[] = []
    for (const seed of seeds) {
      const wrong = await play(seed, kind)
      if (wrong.length > 0) failed.push({ seed, wrong })
    }
    expect(failed).toEqual([])
  })
})
