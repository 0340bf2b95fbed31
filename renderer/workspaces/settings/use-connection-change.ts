import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FieldProblem } from '../../../shared/base/field-rule.ts'
import { fieldRuleWords } from '../../../shared/base/field-rules-words.ts'
import type { ConnectionChange } from '../../../shared/workspaces/connections-contract.ts'
import { client } from '../../bridge.ts'
import { api } from '../../queries.ts'
import { tellProblem } from '../../ui/tell.tsx'

/** Changes the active connection. With problems nothing is changed, and `problemOf` returns the problem of a field. */
export const useConnectionChange = () => {
  const queries = useQueryClient()
  const { mutate, data, isPending, reset } = useMutation({
    mutationFn: (change: ConnectionChange) => client.connections.change(change),
    onSuccess: ({ view }) => queries.setQueryData(api.session.get.queryKey(), view),
    onError: (error) => tellProblem('The connection was not changed.', error),
  })
  return { change: mutate, isPending, forget: reset, problems: data?.problems ?? [] }
}

/** The problem of a field as a sentence; `undefined`: no problem. */
export const findProblem = (problems: readonly FieldProblem[], field: string): string | undefined => {
  const found = problems.find((one) => one.field === field)
  return found && `It ${fieldRuleWords(found.rule)}.`
}
