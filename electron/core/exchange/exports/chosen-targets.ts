import { AppError } from '../../../../shared/base/errors.ts'
import type { OutTarget } from '../../../../shared/exchange/exports.ts'
import type { Ids } from '../../base/platform/ids.ts'

/** Asks a person in a dialog of the host; `null`: it was closed. `name`: proposed. Resolves to an absolute path. */
export type ChooseTarget = (wanted: { readonly kind: 'file' | 'folder'; readonly name: string }) => Promise<string | null>

/** Paths that a person chose: a window knows them by a number, so that it can name no other. */
export const createChosenTargets = (ids: Ids, choose: ChooseTarget | undefined) => {
  const chosen = new Map<string, string>()
  return {
    choose: async (wanted: Parameters<ChooseTarget>[0]): Promise<{ target: string; place: string } | null> => {
      if (!choose) throw new AppError('usage', { kind: 'out-without-dialog' })
      const path = await choose(wanted)
      if (path === null) return null
      const target = ids.hex(16)
      chosen.set(target, path)
      return { target, place: path }
    },
    /** The path of a target. Throws `unknown-id`. */
    pathOf: (target: OutTarget): string => {
      const path = target.kind === 'path' ? target.path : chosen.get(target.target)
      if (path === undefined) throw new AppError('unknown-id', { kind: 'out-target-unknown' })
      return path
    },
  }
}
