import { implementer } from '../../electron/core/handlers/implementer.ts'
import { usualWatchRules, type WatchedFolder } from '../../shared/watching.ts'

const os = implementer.watching

/** No folder is watched until one is added. */
export const createFakeWatching = () => {
  let folders: readonly WatchedFolder[] = []
  const change = (id: string, act: (folder: WatchedFolder) => WatchedFolder): WatchedFolder => {
    folders = folders.map((one) => (one.id === id ? act(one) : one))
    const [found] = folders.filter((one) => one.id === id)
    if (!found) throw new Error('no such folder')
    return found
  }
  return {
    list: os.list.handler(() => [...folders]),
    choose: os.choose.handler(() => ({ target: 'target', path: '/Pictures/Studio', name: 'Studio' })),
    preview: os.preview.handler(() => ({ pictures: 1_204, others: 3 })),
    add: os.add.handler(({ input }) => {
      const folder: WatchedFolder = {
        ...{ id: 'studio', path: '/Pictures/Studio', name: 'Studio', lastLookAt: null },
        rules: { ...usualWatchRules, ...input.rules },
        state: { kind: 'watching', by: 'events' },
        counts: { pictures: 0, growing: 0, refused: 0, others: 3 },
      }
      folders = [folder]
      return folder
    }),
    change: os.change.handler(({ input }) => change(input.id, (one) => ({ ...one, rules: { ...one.rules, ...input.rules } }))),
    pause: os.pause.handler(({ input }) => change(input.id, (one) => ({ ...one, state: { kind: 'paused' } }))),
    resume: os.resume.handler(({ input }) => change(input.id, (one) => ({ ...one, state: { kind: 'watching', by: 'events' } }))),
    remove: os.remove.handler(({ input }) => {
      const removed = change(input.id, (one) => one)
      folders = []
      return removed
    }),
    lookNow: os.lookNow.handler(({ input }) => change(input.id, (one) => one)),
    report: os.report.handler(() => ({
      ...{ added: 0, changed: 0, renamed: 0, deleted: 0, refused: 0, through: 0, since: null, until: null },
      ...{ isSettled: true, folders: [], newestDrop: null },
    })),
    acknowledge: os.acknowledge.handler(() => {}),
  }
}
