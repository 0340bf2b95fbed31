import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { describeError } from '../../../shared/base/describe-error.ts'
import { prepareTestLibrary } from '../../support/open-test-library.ts'

const library = prepareTestLibrary({ chooseFolder: async () => chosen })
let chosen: string | null = null

const make = async (...parts: string[]): Promise<string> => {
  const path = join(library.folder(), ...parts)
  await mkdir(path, { recursive: true })
  return path
}
const add = (path: string) => library.client().watching.add({ folder: { kind: 'path', path }, rules: {} })

describe('the list of watched folders', () => {
  it('keeps a folder with its rules, also after a restart', async () => {
    const path = await make('studio')
    const { id } = await library.client().watching.add({ folder: { kind: 'path', path }, rules: { upload: false } })
    await library.client().watching.change({ id, rules: { subfolders: false } })
    await library.reopen()
    expect(await library.client().watching.list()).toMatchObject([
      { id, path, name: 'studio', rules: { upload: false, subfolders: false, match: false, connectionId: null } },
    ])
    await library.client().watching.remove({ id })
    expect(await library.client().watching.list()).toEqual([])
    await expect(library.client().watching.pause({ id })).rejects.toMatchObject({ failure: { kind: 'watch-unknown' } })
  })

  it('refuses the data folder, what contains it, and folders around and inside watched ones, by links too', async () => {
    const inside = await make('studio', 'autumn')
    await symlink(library.folder(), join(library.folder(), 'studio', 'up'))
    const kindOf = (path: string) =>
      add(path).then(
        () => null,
        (error) => error.failure.kind,
      )
    expect(await kindOf(join(library.folder(), 'data'))).toBe('watch-own-data')
    expect(await kindOf(await make('data', 'originals'))).toBe('watch-own-data')
    expect(await kindOf(library.folder())).toBe('watch-around-own-data')
    expect(await kindOf(join(library.folder(), 'studio', 'up'))).toBe('watch-around-own-data')
    expect(await kindOf(inside)).toBe(null)
    expect(await kindOf(inside)).toBe('watch-known')
    expect(await kindOf(await make('studio', 'autumn', 'day 1'))).toBe('watch-inside-watched')
    expect(await kindOf(join(library.folder(), 'studio'))).toBe('watch-around-watched')
    expect(await kindOf(await make('studio', 'autumn 2'))).toBe(null)
    await writeFile(join(library.folder(), 'file'), '')
    expect(await kindOf(join(library.folder(), 'file'))).toBe('watch-no-folder')
    expect(await kindOf(join(library.folder(), 'none'))).toBe('watch-gone')
    // It is not in the list, so nothing continues by itself.
    const gone = { kind: 'watch-gone', name: 'none', isNew: true } as const
    await expect(add(join(library.folder(), 'none'))).rejects.toMatchObject({ failure: gone })
    expect(describeError({ code: 'file-missing', failure: gone }).action).toBe(
      'Check its path, or connect its drive. Then add the folder again.',
    )
  })

  it('watches a chosen folder by its number, after a look at what is in it', async () => {
    chosen = await make('studio')
    await mkdir(join(chosen, 'sub'))
    for (const name of ['a.jpg', 'b.PNG', 'list.xlsx', '.hidden.jpg', 'c.jpg.part', join('sub', 'd.tif')])
      await writeFile(join(chosen, name), 'x')
    const target = await library.client().watching.choose()
    if (!target) throw new Error('nothing was chosen')
    const folder = { kind: 'target', target: target.target } as const
    expect(await library.client().watching.preview({ folder, subfolders: true })).toEqual({ pictures: 3, others: 2 })
    expect(await library.client().watching.preview({ folder, subfolders: false })).toEqual({ pictures: 2, others: 2 })
    expect(await library.client().watching.add({ folder, rules: {} })).toMatchObject({ path: chosen })
    chosen = null
    expect(await library.client().watching.choose()).toBe(null)
    const unknown = { kind: 'target', target: 'other' } as const
    await expect(library.client().watching.preview({ folder: unknown, subfolders: true })).rejects.toMatchObject({
      failure: { kind: 'watch-target-unknown' },
    })
  })

  it('names no rule of a workspace or question set that is not there', async () => {
    const path = await make('studio')
    const adding = (rules: object) => library.client().watching.add({ folder: { kind: 'path', path }, rules })
    await expect(adding({ connectionId: 'gone' })).rejects.toMatchObject({ failure: { kind: 'workspace-not-connected' } })
    await expect(adding({ questionSetId: 'gone' })).rejects.toMatchObject({ failure: { kind: 'set-unknown' } })
  })
})
