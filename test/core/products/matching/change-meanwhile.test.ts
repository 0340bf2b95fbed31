import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRouterClient } from '@orpc/server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createJournal } from '../../../../electron/core/base/database/journal.ts'
import { openDatabase } from '../../../../electron/core/base/database/open-database.ts'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { createSettingsStore } from '../../../../electron/core/base/settings/settings-store.ts'
import { createSourceStore } from '../../../../electron/core/pictures/library/source-store.ts'
import { createCatalogueStore } from '../../../../electron/core/products/catalogue/catalogue-store.ts'
import { createProductStore } from '../../../../electron/core/products/ledger/product-store.ts'
import { createMatchingHandlers } from '../../../../electron/core/products/matching/api.ts'
import { editListed } from '../../../../electron/core/products/matching/edit-listed.ts'
import { createMatchStore } from '../../../../electron/core/products/matching/match-store.ts'
import { readHere } from '../../../support/read-here.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-meanwhile-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const skus = ['A-1000', 'B-2000']
const names = ['A-1000_1.png', 'A-1000_2.png', 'B-2000_1.png', 'loose.png']

type App = ReturnType<typeof open>

/** Two workspaces with one list each, of which `a` is active. `onRead`: what happens before a list is read, and once it is, before a command has it. */
const open = (onRead: (read: number) => void) => {
  const journal = createJournal(openDatabase(folder, systemPlatform).database, systemPlatform)
  const here = readHere(journal)
  let reads = 0
  const reader = {
    ...here,
    read: async (...asked: Parameters<typeof here.read>) => {
      reads += 1
      onRead(reads)
      const value = await here.read(...asked)
      reads += 1
      onRead(reads)
      return value
    },
  }
  const matches = createMatchStore(journal)
  const catalogue = createCatalogueStore(journal)
  let active: string | null = 'a'
  let all = ['a', 'b']
  const connections = { active: () => (active === null ? null : { id: active }), list: () => all.map((id) => ({ id })) }
  const lists = {
    products: createProductStore(journal, systemPlatform.clock),
    sources: createSourceStore(journal),
    settings: createSettingsStore(journal, 4),
  }
  const context = {
    journal,
    connections,
    matches,
    catalogue,
    ...lists,
    reader,
    slowReader: reader,
    ports: systemPlatform,
  } as unknown as Parameters<typeof createMatchingHandlers>[0]
  const client = createRouterClient(createMatchingHandlers(context))
  const importList = (owner: string, listed: readonly string[]): void =>
    journal.write(() => {
      const number = catalogue.begin(owner, 'list.csv', 1)
      const rest = { gtin: null, name: null, handle: null, shows: null, showsAt: null, further: '[]', searched: '' }
      for (const sku of listed) catalogue.add(number, { row: 2, sku, skuKey: sku.toLowerCase(), productId: null, ...rest })
      catalogue.complete(number, { products: listed.length, missing: 0, refused: 0, noted: 0 })
      while (catalogue.removePiece(100));
    })
  for (const owner of ['a', 'b']) importList(owner, skus)
  journal.write(() => {
    for (const [at, name] of names.entries())
      journal.run(
        `INSERT INTO images (id, name, folder, origin, added_at, format, bytes, width, height) VALUES (?, ?, '/drop/' || ?, '{}', 1, 'png', 1, 1, 1)`,
        ...[`img_${at}`, name, name],
      )
  })
  const entryOf = (sku: string): number =>
    Number(
      journal.get(
        `SELECT seq FROM catalogue_entries JOIN catalogue_lists USING (import) WHERE state = 'current' AND connection_id = 'a' AND sku = ?`,
        sku,
      )?.seq,
    )
  return {
    client,
    switchTo: (id: string): void => {
      active = id
    },
    remove: (id: string) => {
      all = all.filter((one) => one !== id)
      active = null
      journal.write(() => {
        matches.release(id)
        catalogue.release(id)
      })
    },
    importList: (listed: readonly string[]) => importList('a', listed),
    rename: (sku: string, to: string) =>
      journal.write(() => editListed({ catalogue, matches, clock: systemPlatform.clock }, 'a', entryOf(sku), { sku: to })),
    takeOut: (sku: string) => journal.write(() => catalogue.takeOut(entryOf(sku))),
    removePicture: (id: string) => journal.write(() => journal.run('UPDATE images SET removed_at = 1 WHERE id = ?', id)),
    /** What is kept: workspace, picture, product or state. */
    rows: () =>
      journal
        .all("SELECT connection_id, image_id, ifnull(product ->> '$.sku', state) AS is_of FROM matches ORDER BY connection_id, image_id")
        .map((row) => `${row.connection_id} ${row.image_id} ${row.is_of}`),
    reads: () => reads,
    close: () => journal.close(),
  }
}

const usual = ['a img_0 A-1000', 'a img_1 A-1000', 'a img_2 B-2000']

/** Something that happens while rules look, and what is kept then, wherever it comes. */
const events: Readonly<
  Record<string, { readonly act: (app: App) => unknown; readonly rows: readonly string[]; readonly isRefused?: true }>
> = {
  'a switch to another workspace': { act: (app) => app.switchTo('b'), rows: usual },
  'the removal of the workspace': { act: (app) => app.remove('a'), rows: [], isRefused: true },
  'a decision by hand': {
    act: (app) => app.client.notAProduct({ imageIds: ['img_0'] }),
    rows: ['a img_0 not-a-product', 'a img_1 A-1000', 'a img_2 B-2000'],
  },
  'the removal of a picture': { act: (app) => app.removePicture('img_1'), rows: ['a img_0 A-1000', 'a img_2 B-2000'] },
  'a new list': { act: (app) => app.importList(['A-1000']), rows: ['a img_0 A-1000', 'a img_1 A-1000'] },
  'the removal of a product': { act: (app) => app.takeOut('B-2000'), rows: ['a img_0 A-1000', 'a img_1 A-1000'] },
  'another SKU of a product': { act: (app) => app.rename('B-2000', 'C-3000'), rows: ['a img_0 A-1000', 'a img_1 A-1000'] },
}

const countReads = async (command: (app: App) => Promise<unknown>): Promise<number> => {
  const app = open(() => {})
  await command(app)
  app.close()
  rmSync(folder, { recursive: true })
  folder = mkdtempSync(join(tmpdir(), 'packshot-meanwhile-'))
  return app.reads()
}

describe('applying rules', () => {
  const apply = ({ client }: App) => client.apply({ rules: [{ by: 'sku' }] })

  it.each(Object.keys(events))(
    'keeps only what is still so, in the workspace that it was asked in, after %s while a list is read',
    async (name) => {
      const { act, rows, isRefused = false } = events[name] ?? { act: () => {}, rows: [] }
      const reads = await countReads(apply)
      expect(reads).toBeGreaterThan(1)
      for (let at = 1; at <= reads; at += 1) {
        const done: unknown[] = []
        const app = open((read) => {
          if (read === at) done.push(act(app))
        })
        const outcome = await apply(app).then(
          ({ changed, left }) => ({ changed, left }),
          (error: unknown) => error,
        )
        await Promise.all(done)
        const kept = app.rows()
        // One that changed is left out and counted, or was looked at as it is now.
        const others = kept.filter((row) => row !== 'a img_2 C-3000')
        expect([at, others]).toEqual([at, rows])
        if (isRefused) expect(outcome).toMatchObject({ failure: { kind: 'workspace-not-connected' } })
        else expect(outcome).toMatchObject({ changed: expect.any(Number), left: expect.any(Number) })
        app.close()
        rmSync(folder, { recursive: true })
        folder = mkdtempSync(join(tmpdir(), 'packshot-meanwhile-'))
      }
    },
  )

  it('says how many it left out', async () => {
    let isNew = true
    const app = open((read) => {
      if (read > 1 && isNew) app.rename('B-2000', 'C-3000')
      isNew &&= read <= 1
    })
    expect(await apply(app)).toMatchObject({ changed: 2, left: 1 })
    app.close()
  })
})

it('makes products of folders in the workspace that it was asked in, and of pictures that are still there', async () => {
  const reads = await countReads(({ client: { useFolders: takeFolders } }) => takeFolders())
  expect(reads).toBeGreaterThan(1)
  for (let at = 1; at <= reads; at += 1) {
    const decided: unknown[] = []
    const app = open((read) => {
      if (read !== at) return
      app.removePicture('img_3')
      decided.push(app.client.notAProduct({ imageIds: ['img_0'] }).then(() => app.switchTo('b')))
    })
    const { useFolders: takeFolders } = app.client
    await takeFolders()
    await Promise.all(decided)
    expect(app.rows()).toEqual(['a img_0 not-a-product', 'a img_1 A-1000_2.png', 'a img_2 B-2000_1.png'])
    app.close()
    rmSync(folder, { recursive: true })
    folder = mkdtempSync(join(tmpdir(), 'packshot-meanwhile-'))
  }
})
