import type { RouterClient } from '@orpc/server'
import { repeatedWords } from '../../shared/command/command-words.ts'
import type { Repeat } from '../../shared/queue/jobs.ts'
import type { OperationName } from '../../shared/queue/operations.ts'
import type { Core } from '../core/core.ts'
import type { CoreRouter } from '../core/implementer.ts'
import { printable } from './output.ts'

type RepeatsPorts = { readonly core: Pick<Core, 'repeatsBefore'>; readonly client: Pick<RouterClient<CoreRouter>, 'queue'> }

/** Possible repeats recorded by this process, also at its start after a crash. */
export const listRepeatsOf = async ({ client, core }: RepeatsPorts): Promise<readonly Repeat[]> => {
  const found: Repeat[] = []
  for (let after = core.repeatsBefore; ; ) {
    const { last, items } = await client.queue.repeats({ after })
    found.push(...items)
    if (items.length === 0 || last === after) return found
    after = last
  }
}

/** One line for each kind of work. */
export const describeRepeats = (repeats: readonly Repeat[]): readonly string[] => {
  const byOperation = new Map<OperationName, Repeat[]>()
  for (const one of repeats) byOperation.set(one.operation, [...(byOperation.get(one.operation) ?? []), one])
  return [...byOperation].map(([operation, items]) =>
    repeatedWords(
      operation,
      items.length,
      items.flatMap(({ name }) => (name === null ? [] : [printable(name)])),
    ),
  )
}
