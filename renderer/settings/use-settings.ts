import type { Settings, SettingsChange } from '../../shared/base/settings.ts'
import { client } from '../bridge.ts'
import { api, queryClient } from '../queries.ts'
import { createSaver } from '../ui/save-in-turn.ts'
import { tellProblem } from '../ui/tell.tsx'

const saver = createSaver<Settings>(queryClient, api.settings.get.queryOptions())

/** The settings, as they will be once everything is saved. */
export const useSettings = saver.useValue

/** A function gets the newest settings, with all earlier changes: what changes a list must be one. */
export const changeSettings = (
  change: SettingsChange | ((before: Settings) => SettingsChange),
  problem = 'The setting was not changed.',
): void => {
  const changeOf = typeof change === 'function' ? change : () => change
  let last: SettingsChange = {}
  const apply = (before: Settings): Settings => {
    last = changeOf(before)
    return { ...before, ...last }
  }
  void saver.change(apply, () => client.settings.set(last)).catch((error: unknown) => tellProblem(problem, error))
}
