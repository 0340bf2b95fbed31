import type { Connection, OperationName } from '../../../shared/session.ts'
import { createPacer, type Pacer, type PacerPorts } from './pacer.ts'

/** Requests a minute where a connection states nothing: image work and commands are known to be limited (not-shown.md, "rates seen"). */
export const defaultRates: Readonly<Record<OperationName, number | null>> = {
  'analyse-image': 30,
  'upload-source': null,
  'create-source': null,
  'attach-sources': null,
  'create-product': null,
  'write-text': 105,
}

type RatedConnection = Pick<Connection, 'id' | 'rates'>

/**
 * One pacer for each connection and operation, one for everything that creates a source; a connection whose stated rate changes gets a new
 * one, under the same block.
 */
export const createPacers = (
  ports: Pick<PacerPorts, 'clock' | 'random'>,
): { readonly pacerFor: (connection: RatedConnection, operation: OperationName) => Pacer } => {
  const pacers = new Map<string, { readonly statedRate: number | null | undefined; readonly pacer: Pacer }>()
  return {
    pacerFor: ({ id, rates }, named) => {
      // Every source is created at the same address: what the service says about its pace there is about all of them.
      const operation = named === 'create-source' ? 'upload-source' : named
      const key = `${id} ${operation}`
      const statedRate = rates[operation]
      const known = pacers.get(key)
      if (known !== undefined && known.statedRate === statedRate) return known.pacer
      const pacer = createPacer({ ...ports, statedRate, defaultRate: defaultRates[operation] })
      const blockedUntil = known?.pacer.blockedUntil() ?? null
      if (blockedUntil !== null) pacer.blockUntil(blockedUntil)
      pacers.set(key, { statedRate, pacer })
      return pacer
    },
  }
}
