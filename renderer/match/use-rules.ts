import { useQuery } from '@tanstack/react-query'
import type { RememberedRule, RememberedRules } from '../../shared/matching.ts'
import { client } from '../bridge.ts'
import { api, queryClient } from '../queries.ts'
import { tellProblem } from '../ui/tell.tsx'

const { queryKey } = api.matching.rules.queryOptions()

const show = (rules: RememberedRules): void => void queryClient.setQueryData(queryKey, rules)

const readPreviewAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: api.matching.preview.key() })

export const useRules = (): RememberedRules | undefined => useQuery(api.matching.rules.queryOptions()).data

/** Saves at once, and shows at once. Rejects if it can't be saved; the saved rules are shown again then. */
export const saveRules = async (rules: readonly RememberedRule[]): Promise<void> => {
  const before = queryClient.getQueryData<RememberedRules>(queryKey)
  if (before) show({ ...before, rules: [...rules] })
  try {
    show(await client.matching.setRules({ rules: [...rules] }))
  } catch (error) {
    await queryClient.invalidateQueries({ queryKey })
    throw error
  }
  await readPreviewAgain()
}

export const changeRules = (rules: readonly RememberedRule[]): void =>
  void saveRules(rules).catch((error: unknown) => tellProblem('The rules were not saved.', error))

/** `null`: no mapping file any more. */
export const saveMapping = async (mapping: { readonly name: string; readonly text: string } | null): Promise<void> => {
  show(await client.matching.setMapping({ mapping }))
  await readPreviewAgain()
}
