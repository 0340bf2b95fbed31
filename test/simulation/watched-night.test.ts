import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { WatchReport } from '../../shared/watching/watching.ts'
import { seedsOf } from '../support/seed.ts'
import { createSimFolderEvents } from './sim-folder-events.ts'
import { createSimPackshot } from './sim-packshot.ts'
import { createWatchedPerson, hashOf } from './watched-person.ts'
import { createWorld } from './world.ts'

const minute = 60_000
const hour = 60 * minute

it.each(seedsOf(2))('a folder that fills up overnight is told of in the morning, whatever happened meanwhile (seed %i)', async (seed) => {
  const folder = mkdtempSync(join(tmpdir(), 'packshot-night-'))
  const world = createWorld(seed)
  const root = join(folder, 'studio')
  const events = createSimFolderEvents(world, 0.1)
  const person = createWatchedPerson(world, root, 'keeps', events.changed)
  const told: WatchReport[] = []
  const wire = { ended: () => {} } as unknown as Parameters<typeof createSimPackshot>[4]
  const watching = { openFolderEvents: events.open, onWatched: (report: WatchReport) => void told.push(report) }
  const packshot = createSimPackshot(world, 'one', folder, [], wire, 'linux', watching)
  const report = async () => {
    const answer = await packshot.call((client) => client.watching.report())
    if (!answer || 'error' in answer) throw answer?.error ?? new Error('no answer')
    return answer.value
  }
  const restart = async (): Promise<void> => {
    packshot.crash('kill')
    await world.pass(world.int(2 * minute))
    expect((await packshot.start()).kind).toBe('up')
  }
  try {
    await packshot.start()
    await packshot.call((client) => client.watching.add({ folder: { kind: 'path', path: root }, rules: {} }))
    for (let half = 0; half < 16; half++) {
      const files = 1 + world.int(8)
      for (let at = 0; at < files; at++) {
        person.write()
        await world.pass(world.int(3_000))
      }
      if (world.chance(0.5)) await restart()
      if (half === 5) {
        await world.passUntil(() => !person.isWriting(), minute)
        person.leave('gone')
        await world.pass(hour)
        expect((await report()).deleted).toBe(0)
        person.comeBack()
      }
      // Summer time ends.
      if (half === 10) world.setWall(-hour)
      await world.pass(hour / 2)
    }
    await world.pass(20 * minute)
    const morning = await report()
    const pictures = packshot.query('SELECT sha256 FROM originals').map((row) => String(row.sha256))
    expect(new Set(pictures)).toEqual(new Set([...person.complete].map(hashOf)))
    expect(morning).toMatchObject({ added: pictures.length, changed: 0, deleted: 0, refused: 0, isSettled: true })
    // Each tells of more than the one before; the last one of all of it.
    expect(told.map(({ through }) => through)).toEqual([...new Set(told.map(({ through }) => through))].sort((a, b) => a - b))
    expect(told.at(-1)).toMatchObject({ added: pictures.length, through: morning.through })
    const before = told.length
    await restart()
    await world.pass(hour)
    expect(told.length).toBe(before)
    await packshot.call((client) => client.watching.acknowledge({ through: morning.through }))
    expect(await report()).toMatchObject({ added: 0, since: null })
  } finally {
    packshot.destroy()
    rmSync(folder, { recursive: true, force: true })
  }
})
