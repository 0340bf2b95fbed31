import type { Settings } from '../../shared/base/settings.ts'
import { client } from '../bridge.ts'
import { api, queryClient } from '../queries.ts'
import { createSaver } from '../ui/save-in-turn.ts'
import { tellProblem } from '../ui/tell.tsx'

const saver = createSaver<Settings>(queryClient, api.settings.get.queryOptions())

/** The settings, as they will be once everything is saved. */
export const useSettings = saver.useValue

export const changeSettings = (change: Partial<Settings>): void =>
  void saver
    .change(
      (before) => ({ ...before, ...change }),
      () => client.settings.set(change),
    )
    .catch((error: unknown) => tellProblem('The setting was not changed.', error))
