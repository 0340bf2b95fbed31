import { implementer } from '../../electron/core/implementer.ts'
import { AppError } from '../../shared/base/errors.ts'
import { usualWatchRules, type WatchChanges, type WatchedFolder, type WatchReport } from '../../shared/watching/watching.ts'

const os = implementer.watching

const nothing: WatchChanges = { added: 0, changed: 0, renamed: 0, deleted: 0, refused: 0 }
const empty: WatchReport = { ...nothing, through: 0, since: null, until: null, isSettled: true, folders: [], newestDrop: null }

const folderOf = (id: string, name: string, path: string, more: Partial<WatchedFolder> = {}): WatchedFolder => ({
  id,
  name,
  path,
  rules: usualWatchRules,
  state: { kind: 'watching', by: 'events' },
  counts: { pictures: 1_204, growing: 0, refused: 0, others: 0 },
  lastLookAt: Date.now() - 180_000,
  ...more,
})

/** One of each state, and what came over night. */
const folders: readonly WatchedFolder[] = [
  folderOf('wat_1', 'Autumn shoot', '/home/mira/Pictures/Autumn shoot', {
    counts: { pictures: 1_204, growing: 3, refused: 6, others: 12 },
  }),
  folderOf('wat_2', 'Studio', '/Volumes/Team drive/Departments/Photography and retouching/2026/Studio', {
    rules: { ...usualWatchRules, connectionId: 'con_1', questionSetId: 'set_texts', match: true, polling: true },
    state: { kind: 'watching', by: 'polling' },
  }),
  folderOf('wat_3', 'DCIM', '/media/mira/EOS_DIGITAL/DCIM', {
    state: { kind: 'unreachable', problem: new AppError('file-missing', { kind: 'watch-gone', name: 'DCIM' }).toRecord() },
  }),
  folderOf('wat_4', 'Retouched', '/home/mira/Pictures/Retouched', {
    rules: { ...usualWatchRules, subfolders: false, connectionId: 'con_gone', upload: false },
    state: {
      kind: 'waiting',
      problem: new AppError('unknown-id', { kind: 'watch-workspace-removed', name: 'Retouched', pictures: 14 }).toRecord(),
    },
    counts: { pictures: 0, growing: 14, refused: 0, others: 0 },
  }),
  folderOf('wat_5', 'Archive', '/home/mira/Pictures/Archive', { state: { kind: 'paused' } }),
]

const overnight: WatchReport = {
  ...nothing,
  added: 205,
  changed: 3,
  refused: 6,
  through: 9,
  since: Date.now() - 8 * 3_600_000,
  until: Date.now() - 3_600_000,
  isSettled: true,
  folders: [
    { ...nothing, id: 'wat_1', name: 'Autumn shoot', path: '/home/mira/Pictures/Autumn shoot', added: 200, refused: 6 },
    { ...nothing, id: 'wat_2', name: 'Studio', path: '/Volumes/Team drive/Studio', added: 5, changed: 3 },
  ],
  newestDrop: null,
}

/** Watched folders in memory. `hasSome`: with what they brought over night. */
export const createFakeWatching = (hasSome: boolean, onChange: () => void) => {
  let known: readonly WatchedFolder[] = hasSome ? folders : []
  let report = hasSome ? overnight : empty
  const find = (id: string): WatchedFolder => {
    const found = known.find((one) => one.id === id)
    if (!found) throw new AppError('unknown-id', { kind: 'watch-unknown' })
    return found
  }
  const put = (id: string, part: Partial<WatchedFolder>): WatchedFolder => {
    const next = { ...find(id), ...part }
    known = known.map((one) => (one.id === id ? next : one))
    onChange()
    return next
  }
  return {
    list: os.list.handler(() => [...known]),
    choose: os.choose.handler(() => ({ target: 'chosen', path: '/home/mira/Pictures/Winter shoot', name: 'Winter shoot' })),
    preview: os.preview.handler(({ input }) => ({ pictures: input.subfolders ? 1_204 : 18, others: 7 })),
    add: os.add.handler(({ input }) => {
      const counts = { pictures: 0, growing: input.onlyNew ? 0 : 1_204, refused: 0, others: 7 }
      const rules = { ...usualWatchRules, ...input.rules } as WatchedFolder['rules']
      const added = folderOf('wat_6', 'Winter shoot', '/home/mira/Pictures/Winter shoot', { counts, rules, state: { kind: 'looking' } })
      known = [...known, added]
      onChange()
      return added
    }),
    change: os.change.handler(({ input }) =>
      put(input.id, { rules: { ...find(input.id).rules, ...input.rules } as WatchedFolder['rules'] }),
    ),
    pause: os.pause.handler(({ input }) => put(input.id, { state: { kind: 'paused' } })),
    resume: os.resume.handler(({ input }) => put(input.id, { state: { kind: 'watching', by: 'events' } })),
    remove: os.remove.handler(({ input }) => {
      const removed = find(input.id)
      known = known.filter((one) => one !== removed)
      onChange()
      return removed
    }),
    lookNow: os.lookNow.handler(({ input }) => put(input.id, { lastLookAt: Date.now() })),
    report: os.report.handler(() => report),
    acknowledge: os.acknowledge.handler(() => {
      report = empty
      onChange()
    }),
  }
}
