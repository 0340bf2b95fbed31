import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { lackOf } from '../../support/lacks.ts'
import { writePng } from '../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../support/open-test-library.ts'

const run = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0

/** Why nothing can be mounted here; `null`: it can. */
const findLack = (): string | null => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return lackOf('no-mounts')
  const at = mkdtempSync(join(tmpdir(), 'packshot-mount-'))
  const isMounted = run('mount', '-t', 'tmpfs', 'tmpfs', at)
  if (isMounted) run('umount', at)
  rmdirSync(at)
  return isMounted ? null : lackOf('no-mounts')
}
const lack = findLack()

describe.skipIf(lack)(`a watched folder on a real drive${lack ? ` (skipped: ${lack})` : ''}`, () => {
  const library = prepareTestLibrary({ watchesFolders: true })
  const mounted: string[] = []
  afterEach(() => {
    for (const at of mounted.splice(0)) run('umount', '--lazy', at)
  })
  const folder = (...inside: string[]): string => join(library.folder(), 'studio', ...inside)
  const mount = (at: string, ...args: string[]): void => {
    expect(run('mount', ...args, at)).toBe(true)
    mounted.push(at)
  }
  const unmount = (at: string): void => {
    expect(run('umount', '--lazy', at)).toBe(true)
    mounted.splice(mounted.indexOf(at), 1)
  }
  const watch = async () => {
    await library.start()
    return library.client().watching.add({ folder: { kind: 'path', path: folder() }, rules: { upload: false } })
  }
  const names = () => library.names({}, 'name')
  const state = async () => (await library.client().watching.list())[0]?.state
  const deleted = async () => (await library.client().watching.report()).deleted
  const lookNow = async () => library.client().watching.lookNow({ id: (await library.client().watching.list())[0]?.id ?? '' })

  it.each(['drive', 'bound folder'] as const)('tells a missing %s from one that was emptied', async (what) => {
    await mkdir(folder(), { recursive: true })
    const source = join(library.folder(), 'source')
    await mkdir(source)
    if (what === 'drive') mount(folder(), '-t', 'tmpfs', 'tmpfs')
    else mount(folder(), '--bind', source)
    await watch()
    await writePng(folder('a.png'), 'a')
    await library.passUntil(async () => expect(await names()).toEqual(['a.png']))
    unmount(folder())
    await lookNow()
    await library.passUntil(async () =>
      expect(await state()).toMatchObject({ kind: 'unreachable', problem: { failure: { kind: 'watch-empty' } } }),
    )
    await library.pass(6_000)
    expect(await deleted()).toBe(0)
    if (what === 'drive') return
    mount(folder(), '--bind', source)
    await lookNow()
    await library.passUntil(async () => expect(await state()).toMatchObject({ kind: 'watching' }))
    await rm(folder('a.png'))
    await library.passUntil(async () => expect(await deleted()).toBe(1))
    expect(await state()).toMatchObject({ kind: 'watching' })
  })

  it('keeps the files of a drive inside it that is missing', async () => {
    await mkdir(folder('card'), { recursive: true })
    mount(folder('card'), '-t', 'tmpfs', 'tmpfs')
    await writePng(folder('card', 'a.png'), 'a')
    await writePng(folder('b.png'), 'b')
    await watch()
    await library.passUntil(async () => expect(await names()).toEqual(['a.png', 'b.png']))
    unmount(folder('card'))
    await lookNow()
    await library.passUntil(async () =>
      expect(await state()).toMatchObject({ kind: 'waiting', problem: { failure: { kind: 'watch-part-away', inside: 'card' } } }),
    )
    await library.pass(6_000)
    expect(await deleted()).toBe(0)
    // No event tells of the mount, and the next look by the clock would be minutes away.
    mount(folder('card'), '-t', 'tmpfs', 'tmpfs')
    await writePng(folder('card', 'a.png'), 'a')
    await writePng(folder('card', 'new.png'), 'new')
    await library.passUntil(async () => expect(await names()).toEqual(['a.png', 'b.png', 'new.png']))
    await library.passUntil(async () => expect(await state()).toMatchObject({ kind: 'watching' }))
  })
})
