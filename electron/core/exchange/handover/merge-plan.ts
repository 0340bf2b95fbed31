import { dirname, join, relative, resolve } from 'node:path'
import { z } from 'zod'
import { questionSet } from '../../../../shared/answers/question-sets.ts'
import { AppError, toAppError } from '../../../../shared/base/errors.ts'
import {
  type HandoverChoice,
  type HandoverChoices,
  type HandoverKind,
  handoverEnd,
  handoverKinds,
} from '../../../../shared/exchange/handover.ts'
import type { Files } from '../../base/platform/files.ts'
import { isFullDisk } from '../../base/platform/full-disk.ts'
import type { Ids } from '../../base/platform/ids.ts'
import { writeAtomically } from '../exports/files/write-atomically.ts'
import type { Compared } from './compare-handover.ts'
import { manifest, records } from './handover-format.ts'

/** What a merge does, decided to the last detail, so that it can continue after an interruption without asking again. */
const header = z.object({
  plan: z.literal(1),
  /** Of the file (its manifest). */
  id: z.string(),
  name: z.string(),
  /** Where the file was: of it, only originals are still read. On disk relative to the data folder if it is below, which may move. */
  path: z.string(),
  connectionId: z.string().nullable(),
  at: z.number(),
  left: z.number().int(),
  picturesMissing: z.number().int(),
  targets: manifest.shape.list,
  /** Sets that take the place of those with the same name. */
  replace: z.array(z.object({ name: z.string(), seen: z.number() })),
})

const planLine = z.discriminatedUnion('part', [
  z.object({ part: z.literal('picture'), one: records.pictures }),
  z.object({ part: z.literal('set'), one: questionSet.pick({ name: true, questions: true, runsOnDrop: true }) }),
  z.object({ part: z.literal('product'), one: z.object({ product: records.products, taken: z.array(z.tuple([z.string(), z.string()])) }) }),
  z.object({ part: z.literal('match'), one: records.matches.extend({ seen: z.string() }) }),
  z.object({ part: z.literal('cell'), one: records.cells.extend({ seen: z.string(), use: z.enum(['mine', 'theirs']).nullable() }) }),
])
type PlanLine = z.infer<typeof planLine>
type Of<Part extends PlanLine['part']> = Extract<PlanLine, { part: Part }>['one']

export type MergePlan = z.infer<typeof header> & {
  readonly pictures: readonly Of<'picture'>[]
  readonly sets: readonly Of<'set'>[]
  readonly products: readonly Of<'product'>[]
  readonly matches: readonly Of<'match'>[]
  readonly cells: readonly Of<'cell'>[]
}

type About = Pick<MergePlan, 'id' | 'name' | 'path' | 'connectionId' | 'at'>

/** Makes choices into a plan, in pieces. */
export const planMerge = async (
  compared: Compared,
  { usual, each }: HandoverChoices,
  about: About,
  pause: () => Promise<void>,
): Promise<MergePlan> => {
  const collect = async <From, To>(all: readonly From[], toOnes: (one: From) => readonly To[]): Promise<To[]> => {
    const ones: To[] = []
    for (const one of all) {
      await pause()
      ones.push(...toOnes(one))
    }
    return ones
  }
  const chosen = new Map<string, HandoverChoice>()
  for (const { kind, key, use } of each) {
    await pause()
    chosen.set(`${kind} ${key}`, use)
  }
  const choiceFor = (kind: HandoverKind, key: string) => chosen.get(`${kind} ${key}`) ?? usual?.[kind] ?? null
  const isTaken = (kind: HandoverKind, key: string | null): boolean => key === null || choiceFor(kind, key) === 'theirs'
  let left = 0
  for (const kind of handoverKinds)
    left += (await collect(compared.differences[kind], ({ key }) => (isTaken(kind, key) ? [] : [key]))).length
  return {
    plan: 1,
    ...about,
    left,
    picturesMissing: compared.preview.picturesMissing,
    targets: compared.targets,
    replace: compared.sets.flatMap(({ set, seen }) => (seen !== null && isTaken('set', set.name) ? [{ name: set.name, seen }] : [])),
    pictures: compared.pictures,
    // A colleague's set begins to run by itself, which costs money, only when a person here says so.
    sets: compared.sets
      .filter(({ set, seen }) => seen === null || isTaken('set', set.name))
      .map(({ set }) => ({ ...set, runsOnDrop: false })),
    products: await collect(compared.products, ({ product, fields }) => [
      {
        product: {
          ...product,
          shows: product.shows && [...product.shows],
          further: product.further.map(([header, value]) => [header, value]),
          node: product.node && { ...product.node, options: product.node.options.map(([header, value]) => [header, value]) },
        },
        taken: fields.flatMap(({ key, field, mine }): [string, string][] => (isTaken('product', key) ? [[field, mine]] : [])),
      },
    ]),
    matches: await collect(compared.matches, ({ key, ...one }) => (isTaken('match', key) ? [one] : [])),
    // What isn't decided stays as it is, and is asked again.
    cells: await collect(compared.cells, ({ key, ...one }) => {
      const use = key === null ? null : choiceFor('cell', key)
      return key !== null && use === null ? [] : [{ ...one, use }]
    }),
  }
}

/** A full disk is named with the file; other errors stay. */
export const toMergeError = (error: unknown, name: string): AppError => {
  const isFull = error instanceof AppError ? error.code === 'disk-full' : isFullDisk(error)
  if (!isFull) return toAppError(error)
  return new AppError('disk-full', { kind: 'handover-without-room', name }, { kept: 'nothing-changed', cause: error })
}

const told = z.object({ name: z.string(), state: handoverEnd })
export type ToldMerge = z.infer<typeof told>

type Ports = { readonly files: Files; readonly ids: Ids; readonly dataFolder: string; readonly pause: () => Promise<void> }

/** Files that came as bytes. */
export const receivedFolder = (dataFolder: string): string => join(dataFolder, 'handovers', 'received')

const linesAtOnce = 200

/** The plan of a merge that is under way, on disk; and what became of one that an interruption had stopped, until a person has read it. */
export const createPlanFile = ({ files, ids, dataFolder, pause }: Ports) => {
  const folder = join(dataFolder, 'handovers')
  const received = receivedFolder(dataFolder)
  const [planPath, asidePath, toldPath] = [join(folder, 'merge.jsonl'), join(folder, 'merge-unread.jsonl'), join(folder, 'told.json')]

  async function* toPieces({ pictures, sets, products, matches, cells, ...head }: MergePlan): AsyncGenerator<Uint8Array> {
    const path = dirname(head.path) === received ? relative(dataFolder, head.path) : head.path
    yield Buffer.from(`${JSON.stringify({ ...head, path })}\n`)
    const lists = { picture: pictures, set: sets, product: products, match: matches, cell: cells }
    for (const [part, all] of Object.entries(lists))
      for (let at = 0; at < all.length; at += linesAtOnce) {
        yield Buffer.from(
          all
            .slice(at, at + linesAtOnce)
            .map((one) => `${JSON.stringify({ part, one })}\n`)
            .join(''),
        )
        await pause()
      }
    yield Buffer.from('end\n')
  }

  const write = async (path: string, pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>, name: string): Promise<void> => {
    try {
      await files.makeFolder(folder, 0o700)
      await writeAtomically({ files, ids }, path, pieces)
    } catch (error) {
      throw toMergeError(error, name)
    }
  }

  return {
    keep: async (plan: MergePlan): Promise<void> => {
      try {
        await write(planPath, toPieces(plan), plan.name)
      } catch (error) {
        // Where only its name was not flushed, it is there, and the next start would do it.
        await files.remove(planPath).catch(() => {})
        throw error
      }
    },
    /** `undefined`: no merge was interrupted. Rejects if the plan can’t be read. */
    read: async (): Promise<MergePlan | undefined> => {
      const bytes = await files.read(planPath).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
      if (!bytes) return undefined
      // A plan may be longer than a string can be.
      let from = 0
      const next = (): string => {
        const end = bytes.indexOf(10, from)
        if (end < 0) throw new Error('the plan has no end')
        const line = bytes.toString('utf8', from, end)
        from = end + 1
        return line
      }
      const head = header.parse(JSON.parse(next()))
      const lists: { [Part in PlanLine['part']]: Of<Part>[] } = { picture: [], set: [], product: [], match: [], cell: [] }
      let count = 0
      for (let line = next(); line !== 'end'; line = next()) {
        const { part, one } = planLine.parse(JSON.parse(line))
        ;(lists[part] as unknown[]).push(one)
        count += 1
        if (count % linesAtOnce === 0) await pause()
      }
      return {
        ...head,
        path: resolve(dataFolder, head.path),
        pictures: lists.picture,
        sets: lists.set,
        products: lists.product,
        matches: lists.match,
        cells: lists.cell,
      }
    },
    /** Keeps a plan that can’t be read out of the way of the next start. */
    setAside: (): Promise<void> => files.rename(planPath, asidePath),
    remove: async (): Promise<void> => {
      await files.remove(planPath)
      await files.flushFolder(folder)
    },
    tell: (one: ToldMerge): Promise<void> => write(toldPath, [Buffer.from(JSON.stringify(one))], one.name),
    told: async (): Promise<ToldMerge | undefined> => {
      const bytes = await files.read(toldPath).catch(() => undefined)
      if (!bytes) return undefined
      try {
        return told.safeParse(JSON.parse(bytes.toString())).data
      } catch {
        return undefined
      }
    },
    forgetTold: (): Promise<void> => files.remove(toldPath),
  }
}

export type PlanFile = ReturnType<typeof createPlanFile>
