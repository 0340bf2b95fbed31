import { z } from 'zod'
import { type VisionEndpoint, visionEndpoint } from '../../../../shared/workspaces/vision.ts'
import type { Journal } from '../../base/database/journal.ts'
import { readSetting, removeSetting, saveSetting } from '../../base/database/setting-rows.ts'
import type { SecretStore } from '../../base/keychain/secret-store.ts'
import type { VisionForProgram } from './running-sample.ts'

/** The key's name in the secret store; there is one sample workspace per data folder. */
const keyName = 'sample-workspace/vision-key'
const settingName = 'visionEndpoint'
const keptKey = z.object({ origin: z.string(), key: z.string().min(1) })

type Ports = { readonly journal: Journal; readonly getSecrets: () => Promise<{ readonly store: SecretStore }> }
export type VisionStore = ReturnType<typeof createVisionStore>

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The sample workspace's vision endpoint: address, model and timeout in the settings table, the key in the keychain, bound to the address
 * it was entered for, so that another address never gets it.
 */
export const createVisionStore = ({ journal, getSecrets }: Ports) => {
  const get = (): VisionEndpoint | null => visionEndpoint.safeParse(readSetting(journal, settingName)).data ?? null

  /** Errors: those of the keychain. */
  const findKey = async (url: string): Promise<string | null> => {
    const kept = keptKey.safeParse(parse((await (await getSecrets()).store.get(keyName)) ?? ''))
    return kept.success && kept.data.origin === new URL(url).origin ? kept.data.key : null
  }

  return {
    get,
    findKey,
    /** `key` `undefined`: the kept one stays if it is this address's; `null`: none. Errors: those of the keychain. */
    set: async (endpoint: VisionEndpoint | null, key: string | null | undefined): Promise<void> => {
      const { store } = await getSecrets()
      const next = endpoint === null ? null : key === undefined ? await findKey(endpoint.url) : key
      if (endpoint === null || next === null) await store.delete(keyName)
      else await store.set(keyName, JSON.stringify({ origin: new URL(endpoint.url).origin, key: next }))
      journal.write(() => {
        if (endpoint) saveSetting(journal, settingName, endpoint)
        else removeSetting(journal, settingName)
      })
      await journal.durable()
    },
    /** The start options of the sample workspace's program. Without a readable keychain it starts without the key. */
    forProgram: async (): Promise<VisionForProgram | undefined> => {
      const endpoint = get()
      if (!endpoint) return undefined
      const key = await findKey(endpoint.url).catch(() => null)
      return key === null ? endpoint : { ...endpoint, key }
    },
  }
}
