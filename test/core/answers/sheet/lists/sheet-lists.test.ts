import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createChosenCells, isAskable, isReviewable } from '../../../../../electron/core/answers/sheet/lists/chosen-cells.ts'
import { createSheetLists } from '../../../../../electron/core/answers/sheet/lists/sheet-lists.ts'
import { readSheetProducts, withEmptyProducts, wordsOfProduct } from '../../../../../electron/core/answers/sheet/lists/sheet-products.ts'
import { foldName } from '../../../../../electron/core/base/database/fold-name.ts'
import type { Journal } from '../../../../../electron/core/base/database/journal.ts'
import type { FindAboutEarlier } from '../../../../../electron/core/pictures/library/lists/about-earlier.ts'
import { wordsOf } from '../../../../../electron/core/pictures/library/lists/find-by-text.ts'
import { placeKey } from '../../../../../electron/core/pictures/library/natural-key.ts'
import type { SheetFilter, SheetView } from '../../../../../shared/answers/sheet.ts'
import { checkCell } from '../../../../../shared/checks/cell-checks.ts'
import { aView, library, makeLibrary, owner, questions, selection, step } from './random-sheet.ts'

type Row = Readonly<Record<string, unknown>>
type Answer = Row & { readonly value: string; readonly isUnknown: boolean }

const compare = <T extends string | number>(one: T, other: T): number => (one < other ? -1 : one > other ? 1 : 0)
const isEarlier = (row: Row | undefined): boolean => row?.sent_original === 'sha_0'

const findAboutEarlierIn =
  (journal: Journal): FindAboutEarlier =>
  (connectionId, imageIds) => {
    const rows = journal.all('SELECT * FROM answers WHERE connection_id = ?', connectionId)
    return new Set(rows.flatMap((row) => (isEarlier(row) && imageIds.includes(String(row.image_id)) ? [String(row.job_id)] : [])))
  }

type ShownOf = (imageId: unknown, question: string) => Answer | undefined

/** The answer that counts: the newest one that a person approved or put words into, else the newest. */
const readShown = (journal: Journal): ShownOf => {
  const all = journal.all('SELECT * FROM answers WHERE connection_id = ? ORDER BY seq', owner)
  const known = new Map<string, Answer | undefined>()
  const stays = (row: Row): boolean => row.review === 'approved' || (row.review === 'draft' && Boolean(row.edited_text))
  const find = (imageId: unknown, question: string): Answer | undefined => {
    const rows = all.filter((one) => one.image_id === imageId && one.question === question)
    const row = rows.findLast(stays) ?? rows.at(-1)
    const isUnknown = row?.kind === 'cannot-tell' && row.edited_text === null
    return row && { ...row, isUnknown, value: isUnknown ? '' : String(row.edited_text ?? row.text) }
  }
  return (imageId, question) => {
    const key = `${imageId}\n${question}`
    if (!known.has(key)) known.set(key, find(imageId, question))
    return known.get(key)
  }
}

/** The rows of a view by rules as short as they can be said: the picture (`null`: none) and the product of each. */
const modelOf = async (journal: Journal, view: SheetView, shownOf: ShownOf) => {
  const jobs = journal.all('SELECT subject, state FROM jobs WHERE connection_id = ?', owner)
  const pictures = journal.all('SELECT * FROM images WHERE removed_at IS NULL')
  pictures.sort(
    (a, b) => Number(b.dropped) - Number(a.dropped) || compare(String(a.place_key), String(b.place_key)) || Number(a.seq) - Number(b.seq),
  )
  const products = readSheetProducts(journal, owner)
  const shown = questions.filter(({ question }) => view.questions === null || view.questions.includes(question))
  const pending = (picture: Row, question: string): 'moves' | 'parked' | null => {
    const states = jobs.flatMap(({ subject, state }) => (subject === `${picture.id}\n${question}` ? [state] : []))
    return states.some((one) => one === 'waiting' || one === 'running') ? 'moves' : states.includes('parked') ? 'parked' : null
  }
  const failsIn = (row: Answer | undefined, at: (typeof questions)[number]): boolean =>
    row !== undefined && checkCell(row.value, at.checks).length > 0
  const fits = (filter: SheetFilter, picture: Row, asked: (typeof questions)[number]): boolean => {
    const row = shownOf(picture.id, asked.question)
    const hasText = row !== undefined && row.value.trim() !== ''
    const waits = pending(picture, asked.question)
    switch (filter) {
      case 'not-asked':
        return row === undefined && waits === null
      case 'no-answer':
        return row?.isUnknown === true || (!hasText && (waits === 'parked' || typeof row?.edited_text === 'string'))
      case 'on-its-way':
        return waits === 'moves'
      case 'fails-check':
        return failsIn(row, asked)
      case 'not-approved':
        return hasText && row.review !== 'approved'
      case 'edited':
        return typeof row?.edited_text === 'string'
      case 'earlier-file':
        return isEarlier(row)
      default:
        return row?.review === filter
    }
  }
  const textsOf = (picture: Row | undefined): string[] =>
    picture ? [String(picture.folded_place), ...shown.map(({ question }) => foldName(textAt(picture, question)))] : []
  const textAt = (picture: Row, question: string): string => {
    const row = shownOf(picture.id, question)
    return row ? String(row.edited_text ?? row.text) : ''
  }
  const isShown = (picture: Row | undefined, named: string): boolean =>
    (view.only.length === 0 || (picture !== undefined && view.only.some((one) => shown.some((asked) => fits(one, picture, asked))))) &&
    wordsOf(view.text).every((word) => [named, ...textsOf(picture)].some((text) => text.includes(word)))
  const isSelected = ({ id, dropped, seq }: Row): boolean =>
    (view.images === null || selection.includes(String(id))) &&
    (view.drop === null || dropped === view.drop) &&
    (view.productKey === null || products.byKey.get(view.productKey)?.pictures.includes(Number(seq)) === true)
  const keyOf = (picture: Row | undefined): string => {
    const row = picture && shownOf(picture.id, view.sort.by)
    const text = row?.value.trim() ?? ''
    return text === '' ? '' : placeKey([text], '')
  }
  const isByText = questions.some(({ question }) => question === view.sort.by)
  const sort = <T>(rows: readonly T[], pictureOf: (row: T) => Row | undefined): T[] => {
    if (!isByText) return view.sort.descending ? rows.toReversed() : [...rows]
    return rows.toSorted((a, b) => {
      const [one, other] = [keyOf(pictureOf(a)), keyOf(pictureOf(b))]
      if (one === '' || other === '') return Number(one === '') - Number(other === '')
      return compare(one, other) * (view.sort.descending ? -1 : 1)
    })
  }
  if (view.rows === 'products') {
    const isSelecting = view.images !== null || view.drop !== null || view.productKey !== null
    const all = (await withEmptyProducts(journal, owner, products)).list.map((one) => ({
      ...one,
      own: one.pictures.map((seq) => pictures.find((picture) => picture.seq === seq)).filter((picture) => picture !== undefined),
    }))
    const kept = all.filter(({ product, own }) => {
      const isChosen = own.length === 0 ? product.key === view.productKey : own.some(isSelected)
      return (!isSelecting || isChosen) && isShown(own[0], wordsOfProduct(product))
    })
    return sort(kept, ({ own }) => own[0]).map(({ product, own }) => ({
      picture: own[0] ?? null,
      key: product.key,
      group: null,
      further: 0,
    }))
  }
  const placesOf = ({ seq }: Row) =>
    (products.of.get(Number(seq)) ?? []).filter((at) => view.productKey === null || products.list[at]?.product.key === view.productKey)
  const productOf = (picture: Row) => products.list[placesOf(picture)[0] ?? -1]
  const kept = pictures.filter((picture) => {
    const words = (products.of.get(Number(picture.seq)) ?? [])
      .flatMap((at) => products.list[at] ?? [])
      .map(({ product }) => wordsOfProduct(product))
    return isSelected(picture) && isShown(picture, words.join('\n'))
  })
  const folderKey = ({ folder }: Row): string => (folder === null ? '\uffff' : placeKey(String(folder).split('/'), ''))
  const groupOf = (picture: Row): string | number => {
    if (view.groupBy === 'folder') return folderKey(picture)
    return view.groupBy === 'product' ? (products.of.get(Number(picture.seq))?.[0] ?? products.list.length) : 0
  }
  return sort(kept, (one) => one)
    .toSorted((a, b) => compare(groupOf(a), groupOf(b)))
    .map((picture) => {
      const names = { nothing: null, folder: picture.folder, product: productOf(picture)?.name ?? null }
      return { picture, key: picture.id, group: names[view.groupBy], further: Math.max(0, placesOf(picture).length - 1) }
    })
}

it('shows, counts and chooses what a view says, whatever is answered, edited, asked, matched and undone meanwhile', async () => {
  let seen = 0
  await fc.assert(
    fc.asyncProperty(
      library,
      fc.array(aView, { minLength: 4, maxLength: 8 }),
      fc.array(step, { minLength: 3, maxLength: 6, size: 'max' }),
      async (one, views, later) => {
        const { journal, fill, take } = makeLibrary()
        const lists = createSheetLists(journal, findAboutEarlierIn(journal))
        const chosen = createChosenCells(journal, findAboutEarlierIn(journal))

        const look = async (view: SheetView): Promise<void> => {
          const ask = { view, owner, selected: view.images === null ? null : lists['sheet.selected'](selection), checkBasis: null }
          const shownOf = readShown(journal)
          const model = await modelOf(journal, view, shownOf)
          seen += model.length
          const { total, rows } = await lists['sheet.page']({ ...ask, offset: 0, limit: 100 })
          expect(rows.map(({ key, imageId, group }) => [key, imageId, group])).toEqual(
            model.map(({ key, picture, group }) => [key, picture?.id ?? null, group]),
          )
          expect(total).toBe(model.length)
          const cellsOf = (picture: Row | null) => questions.map(({ question }) => (picture ? shownOf(picture.id, question) : undefined))
          expect(rows.map(({ cells }) => cells.map(({ text, review, jobId }) => [text, review, jobId]))).toEqual(
            model.map(({ picture }) =>
              cellsOf(picture).map((row) => [String(row?.edited_text ?? row?.text ?? ''), row?.review ?? 'draft', row?.job_id ?? null]),
            ),
          )
          expect((await lists['sheet.page']({ ...ask, offset: 1, limit: 2 })).rows).toEqual(rows.slice(1, 3))
          expect((await lists['sheet.keys']({ ...ask, offset: 1, limit: 9 })).images).toEqual(
            rows.slice(1, 10).map(({ imageId }) => imageId),
          )
          const walked = await lists['sheet.walked']({ ...ask, ...(await lists['sheet.rows'](ask)) })
          expect(walked.map(({ row }) => row)).toEqual(rows)
          const counted = model.flatMap(({ picture }) =>
            cellsOf(picture).flatMap((row, at) => {
              const asked = questions[at]
              if (!asked || !(view.questions?.includes(asked.question) ?? true)) return []
              return [
                {
                  row,
                  place: picture && { imageId: picture.id, question: asked.question },
                  fails: row && checkCell(row.value, asked.checks).length > 0,
                },
              ]
            }),
          )
          const hasText = (row: Answer | undefined): boolean => row !== undefined && row.value.trim() !== ''
          expect(await lists['sheet.counts'](ask)).toEqual({
            further: model.reduce((sum, { further }) => sum + further, 0),
            total,
            cells: counted.length,
            approved: counted.filter(({ row }) => row?.review === 'approved').length,
            failing: counted.filter(({ fails }) => fails).length,
            empty: counted.filter(({ row }) => !hasText(row)).length,
          })
          const conditions: readonly (readonly [string, (row: Answer | undefined) => boolean])[] = [
            [isReviewable.approved, (row) => hasText(row) && row?.review !== 'approved'],
            [isReviewable.rejected, (row) => hasText(row) && row?.review !== 'rejected'],
            [isReviewable.draft, (row) => row !== undefined && row.review !== 'draft'],
            [isAskable, (row) => row?.review !== 'approved'],
          ]
          for (const [condition, isMeant] of conditions) {
            const meant = counted.flatMap(({ row, place }) => (place && isMeant(row) ? [place] : []))
            // As a command decides: inside its transaction.
            const { cells, skipped } = journal.write(() => chosen.pick(ask, view.questions, condition))
            await journal.durable()
            expect(cells).toEqual(meant)
            expect(skipped).toBe(counted.filter(({ place }) => place).length - meant.length)
          }
        }

        await fill(one)
        for (const view of views) await look(view)
        // Orders of few views are kept.
        const plain = {
          setId: 'set_1',
          rows: 'pictures',
          questions: null,
          groupBy: 'nothing',
          text: '',
          productKey: null,
          drop: null,
          images: null,
        } as const
        const byText = { ...plain, only: [], sort: { by: 'What color?', descending: false } } satisfies SheetView
        const byCells = { ...plain, only: ['approved', 'fails-check'], sort: { by: 'place', descending: false } } satisfies SheetView
        for (const step of later) {
          for (const view of [byText, byCells]) await look(view)
          await take(step)
          await journal.durable()
          for (const view of [byText, byCells]) await look(view)
        }
        journal.close()
      },
    ),
    { numRuns: 40, endOnFailure: true },
  )
  expect(seen).toBeGreaterThan(300)
}, 120_000)
