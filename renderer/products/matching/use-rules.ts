import type { RememberedRule, RememberedRules, SentMapping } from '../../../shared/products/matching.ts'
import { client } from '../../bridge.ts'
import { api, queryClient } from '../../queries.ts'
import { createSaver } from '../../ui/save-in-turn.ts'
import { tellProblem } from '../../ui/tell.tsx'
import type { ChangeRules } from './change-rules.ts'

const saver = createSaver<RememberedRules>(queryClient, api.matching.rules.queryOptions())

export const useRules = (): RememberedRules | undefined => saver.useValue().value
export const shownRules = (): readonly RememberedRule[] => saver.value()?.rules ?? []

/** Once the rules that are shown are saved. */
export const rulesSaved = saver.saved

/** Rejects if they can't be saved; the saved rules are shown again then. */
export const saveRules = (change: ChangeRules): Promise<void> =>
  saver.change(
    (before) => ({ ...before, rules: [...change(before.rules)] }),
    ({ rules }) => client.matching.setRules({ rules }),
  )

export const changeRules = (change: ChangeRules): void =>
  void saveRules(change).catch((error: unknown) => tellProblem('The rules were not saved.', error))

const withoutMapping = ({ rules }: RememberedRules): RememberedRules => ({
  rules: rules.filter(({ rule }) => rule.by !== 'mapping'),
  mapping: null,
})

/** `null`: removes it. A new one shows once its lines are read. */
export const saveMapping = (mapping: SentMapping | null): Promise<void> =>
  saver.change(
    (before) => (mapping ? before : withoutMapping(before)),
    () => client.matching.setMapping({ mapping }),
  )
