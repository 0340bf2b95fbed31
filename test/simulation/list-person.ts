import { DatabaseSync } from 'node:sqlite'
import { createJournal } from '../../electron/core/base/database/journal.ts'
import { systemPlatform } from '../../electron/core/base/platform/platform.ts'
import { makeReads } from '../../electron/core/reads.ts'
import type { Oracle } from './oracle.ts'
import type { Client, SimPackshot } from './sim-packshot.ts'
import type { World } from './world.ts'

type Ports = { readonly world: World; readonly packshot: SimPackshot; readonly oracle: Pick<Oracle, 'report'> }
type Reads = ReturnType<typeof makeReads>
type Of = { readonly connectionId: string | null }

/** A list as the window asks for it, and the same rows as they are in the library at a moment. */
type List = {
  readonly name: string
  readonly page: (client: Client) => Promise<unknown>
  readonly now: (reads: Reads, of: Of) => unknown
}

const filter = { text: '', state: null, format: null, productRef: null, folder: null } as const
const view = { sort: { by: 'name', descending: false }, filter, groupBy: 'nothing' } as const
const piece = { offset: 0, limit: 50 } as const

const lists: readonly List[] = [
  {
    name: 'the library',
    page: (client) => client.library.ids(view),
    now: (reads) => reads['library.ids']({ ...view, checkBasis: null }),
  },
  {
    name: 'the answers',
    page: (client) => client.questions.page(piece),
    now: (reads, of) => reads['questions.page']({ ...piece, ...of, text: '', question: null, kind: null }),
  },
  {
    name: 'the problems',
    page: (client) => client.problems.list({ action: null }),
    now: (reads, of) => reads['problems.list']({ ...of, across: false, action: null }),
  },
  {
    name: 'the product list',
    page: (client) => client.catalogue.page({ ...piece, text: '' }),
    now: (reads, of) => reads['catalogue.page']({ ...piece, ...of, text: '' }),
  },
]

/** The order of a row's fields says nothing. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  )
}
const textOf = (list: unknown): string => JSON.stringify(sorted(list))

/** A person who looks at lists: each shows one state of the library, not one before the moment in which it was asked for. */
export const createListPerson = ({ world, packshot, oracle }: Ports) => {
  /** The states from the moment on in which a list is asked for. Outside of the core: what is committed. */
  const follow = (lists: readonly List[]) => {
    const database = new DatabaseSync(packshot.library, { readOnly: true })
    const reads = makeReads({ ...systemPlatform, journal: createJournal(database, systemPlatform) })
    const [row] = packshot.query('SELECT id FROM connections WHERE active = 1')
    const of = { connectionId: row === undefined ? null : String(row.id) }
    const states = lists.map(() => new Set<string>())
    let version: unknown
    const look = (): void => {
      const now = database.prepare('PRAGMA data_version').get()?.data_version
      if (now === version) return
      version = now
      for (const [at, list] of lists.entries()) states[at]?.add(textOf(list.now(reads, of)))
    }
    look()
    const stop = world.lookAtEach(look)
    return {
      states,
      end: (): void => {
        look()
        stop()
        database.close()
      },
    }
  }

  return {
    /** Looks at each list at once. True: they were shown. */
    look: async (): Promise<true | undefined> => {
      const life = packshot.running()?.life
      if (!life || packshot.disk.fault() !== 'none') return
      const followed = follow(lists)
      const answers = await packshot.call((client) => Promise.all(lists.map(({ page }) => page(client).then(textOf, () => null))))
      const isAsBefore = packshot.running()?.life === life
      followed.end()
      if (!answers || !('value' in answers) || !isAsBefore) return
      for (const [at, shown] of answers.value.entries())
        if (shown !== null && !followed.states[at]?.has(shown))
          oracle.report(
            'older-page',
            `${packshot.name} sees ${lists[at]?.name} as they were at no moment since: ${shown.slice(0, 300)}, not ${[...(followed.states[at] ?? [])].at(-1)?.slice(0, 300)}`,
          )
      return true
    },
  }
}
