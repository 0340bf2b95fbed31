import { type OperationName, operations } from '../../../../shared/queue/operations.ts'
import type { Connection } from '../../../../shared/workspaces/connection.ts'
import { createPacer, type Pacer, type PacerPorts } from './pacer.ts'

/** An operation, or reading the lists of a workspace. */
export type PacedName = OperationName | 'read-content'

/** Requests a minute for reading lists where a connection states nothing (not-shown.md, "rates seen"). */
const usualReadingRate = 200

const usualRateOf = (name: PacedName): number | null => (name === 'read-content' ? usualReadingRate : operations[name].usualRate)

type RatedConnection = Pick<Connection, 'id' | 'rates'>

/** Both must allow a request, and both get its result. */
const joinPacers = (one: Pacer, other: Pacer): Pacer => {
  const each = (act: (pacer: Pacer) => void): void => {
    act(one)
    act(other)
  }
  return {
    delayMs: () => Math.max(one.delayMs(), other.delayMs()),
    take: () => each((pacer) => pacer.take()),
    giveBack: () => each((pacer) => pacer.giveBack()),
    succeeded: () => each((pacer) => pacer.succeeded()),
    refused: (retryAfterMs) => each((pacer) => pacer.refused(retryAfterMs)),
    failed: (retryAfterMs) => each((pacer) => pacer.failed(retryAfterMs)),
    blockUntil: (at) => each((pacer) => pacer.blockUntil(at)),
    rate: other.rate,
    pace: other.pace,
    blockedUntil: () => {
      const [first, second] = [one.blockedUntil(), other.blockedUntil()]
      return first === null || second === null ? (first ?? second) : Math.max(first, second)
    },
  }
}

/**
 * One pacer for each connection and operation, one for everything that creates a source; a connection whose stated rate changes gets a new
 * one, under the same block. A rate that is stated for sources that are no files counts beside that of all sources.
 */
export const createPacers = (
  ports: Pick<PacerPorts, 'clock' | 'random'>,
): { readonly pacerFor: (connection: RatedConnection, operation: PacedName) => Pacer } => {
  const pacers = new Map<string, { readonly statedRate: number | null | undefined; readonly pacer: Pacer }>()
  const find = ({ id, rates }: RatedConnection, operation: PacedName): Pacer => {
    const key = `${id} ${operation}`
    const statedRate = operation === 'read-content' ? undefined : rates[operation]
    const known = pacers.get(key)
    if (known !== undefined && known.statedRate === statedRate) return known.pacer
    const pacer = createPacer({ ...ports, statedRate, defaultRate: usualRateOf(operation) })
    const blockedUntil = known?.pacer.blockedUntil() ?? null
    if (blockedUntil !== null) pacer.blockUntil(blockedUntil)
    pacers.set(key, { statedRate, pacer })
    return pacer
  }
  return {
    pacerFor: (connection, operation) => {
      if (operation !== 'create-source') return find(connection, operation)
      // Every source is created at the same address: so a rate limit there applies to all of them.
      const shared = find(connection, 'upload-source')
      return connection.rates['create-source'] == null ? shared : joinPacers(shared, find(connection, 'create-source'))
    },
  }
}
