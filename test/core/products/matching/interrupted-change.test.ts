import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createJournal, type Journal } from '../../../../electron/core/base/database/journal.ts'
import { openDatabase } from '../../../../electron/core/base/database/open-database.ts'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { createMatchStore, type MatchStore, type NewMatch } from '../../../../electron/core/products/matching/match-store.ts'
import type { MatchedProductRow } from '../../../../shared/products/matching.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-matches-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const product = (key: string): MatchedProductRow => ({ key, productId: null, sku: key, gtin: null, name: null, handle: null })
const count = 700
const rowsFor = (key: string, amount = count): NewMatch[] =>
  Array.from({ length: amount }, (_, at) => ({
    imageId: `img_${at}`,
    match: { state: 'matched', product: product(key), place: at + 1, by: 'rule', why: { by: 'sku', field: 'sku', text: key } },
  }))

const open = () => {
  const { database } = openDatabase(folder, systemPlatform)
  const journal = createJournal(database, systemPlatform)
  return { journal, database, matches: createMatchStore(journal) }
}

type Opened = ReturnType<typeof open>

const apply = (matches: MatchStore, key: string, owner: string | null = null): Promise<unknown> =>
  matches.inTurn(({ save }) => save(owner, 'apply', rowsFor(key), { at: 1, isOfRules: true }))

const moveFirst = (matches: MatchStore, key: string): Promise<unknown> =>
  matches.inTurn(({ save }) =>
    save(null, 'move', [{ imageId: 'img_0', match: { state: 'matched', product: product(key), place: 1, by: 'person', why: null } }], {
      at: 2,
      isOfRules: false,
    }),
  )

const products = ({ journal }: Opened, owner = ''): unknown[] =>
  journal
    .all('SELECT product_key AS key, count(*) AS n FROM matches WHERE connection_id = ? GROUP BY product_key', owner)
    .map(({ key, n }) => [key, n])

const unfinished = ({ journal }: Opened): number => Number(journal.get("SELECT count(*) AS n FROM match_changes WHERE state <> 'done'")?.n)

/** A store that is killed in this turn: nothing of it reaches the library afterwards. */
const killedIn = (journal: Journal, turn: number): MatchStore => {
  let turns = 0
  const live = (): void => {
    if (turns >= turn) throw new Error('killed')
  }
  return createMatchStore({
    ...journal,
    write: (change) => {
      live()
      return journal.write(change)
    },
    nextTurn: async () => {
      turns += 1
      live()
      await journal.nextTurn()
    },
  })
}

const reopen = async (first: Opened): Promise<Opened> => {
  await first.journal.durable()
  first.journal.close()
  const second = open()
  await second.matches.takeBackUnfinished()
  return second
}

describe('a change that was interrupted', () => {
  it('is taken back at the next start', async () => {
    const first = open()
    expect(await apply(first.matches, 'A')).toMatchObject({ changed: count })
    await expect(apply(killedIn(first.journal, 2), 'B')).rejects.toThrow('killed')
    expect(products(first)).toEqual([
      ['A', 300],
      ['B', 400],
    ])
    const second = await reopen(first)
    expect(products(second)).toEqual([['A', count]])
    expect(await second.matches.undo(() => null)).toMatchObject({ kind: 'apply', pictures: count })
    expect(products(second)).toEqual([])
    second.journal.close()
  })

  it('in its undo is undone to the end at the next start', async () => {
    const first = open()
    await apply(first.matches, 'A')
    await apply(first.matches, 'B')
    await expect(killedIn(first.journal, 1).undo(() => null)).rejects.toThrow('killed')
    expect(products(first)).toEqual([
      ['A', 200],
      ['B', 500],
    ])
    const second = await reopen(first)
    expect(products(second)).toEqual([['A', count]])
    second.journal.close()
  })

  it('keeps what a later change decided, and what was before both comes back with its undo', async () => {
    const first = open()
    await apply(first.matches, 'A')
    await apply(first.matches, 'B')
    await moveFirst(first.matches, 'C')
    // As after a full disk: the one in the middle was never completed.
    first.journal.write(() => first.journal.run("UPDATE match_changes SET state = 'writing' WHERE seq = 2"))
    const second = await reopen(first)
    expect(products(second)).toEqual([
      ['A', count - 1],
      ['C', 1],
    ])
    expect(await second.matches.undo(() => null)).toMatchObject({ kind: 'move', pictures: 1 })
    expect(products(second)).toEqual([['A', count]])
    second.journal.close()
  })
})

describe('a change that fails', () => {
  /** Refuses one write, as a full disk does. */
  const refusing = (journal: Journal, which: number): MatchStore => {
    let writes = 0
    return createMatchStore({
      ...journal,
      write: (change) => {
        writes += 1
        if (writes === which) throw new Error('disk full')
        return journal.write(change)
      },
    })
  }

  it('changes nothing, at once', async () => {
    const all = open()
    await apply(all.matches, 'A')
    await expect(apply(refusing(all.journal, 4), 'B')).rejects.toThrow('disk full')
    expect(products(all)).toEqual([['A', count]])
    expect(unfinished(all)).toBe(0)
    all.journal.close()
  })

  it('in its undo is undone to the end by the next try, and no other change is', async () => {
    const all = open()
    await apply(all.matches, 'A')
    await apply(all.matches, 'B')
    const matches = refusing(all.journal, 3)
    await expect(matches.undo(() => null)).rejects.toThrow('disk full')
    expect(await matches.undo(() => null)).toMatchObject({ kind: 'apply', pictures: count })
    expect(products(all)).toEqual([['A', count]])
    all.journal.close()
  })
})

describe('changes at the same time', () => {
  it('are made one after another', async () => {
    const all = open()
    await Promise.all([apply(all.matches, 'A'), apply(all.matches, 'B'), moveFirst(all.matches, 'C')])
    expect(products(all)).toEqual([
      ['B', count - 1],
      ['C', 1],
    ])
    const undone = await Promise.all([all.matches.undo(() => null), all.matches.undo(() => null)])
    expect(undone.map((one) => one?.kind)).toEqual(['move', 'apply'])
    expect(products(all)).toEqual([['A', count]])
    all.journal.close()
  })

  it('move to a workspace that is connected meanwhile', async () => {
    const all = open()
    let turns = 0
    const matches = createMatchStore({
      ...all.journal,
      nextTurn: async () => {
        turns += 1
        if (turns === 2) all.journal.write(() => all.matches.adopt('con_1'))
        await all.journal.nextTurn()
      },
    })
    expect(await apply(matches, 'A')).toMatchObject({ changed: count })
    expect(products(all)).toEqual([])
    expect(products(all, 'con_1')).toEqual([['A', count]])
    expect(await all.matches.undo(() => 'con_1')).toMatchObject({ kind: 'apply', pictures: count })
    expect(products(all, 'con_1')).toEqual([])
    all.journal.close()
  })

  it('older than the newest fifty are forgotten with what was before them', async () => {
    const all = open()
    for (let at = 0; at < 53; at += 1) await moveFirst(all.matches, `P${at}`)
    expect(
      all.journal.get('SELECT (SELECT count(*) FROM match_changes) AS changes, (SELECT count(*) FROM match_before) AS before'),
    ).toEqual({
      changes: 50,
      before: 50,
    })
    all.journal.close()
  })
})
