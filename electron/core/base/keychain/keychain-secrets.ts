import { AppError } from '../../../../shared/base/errors.ts'
import { createAskInTurn } from './ask-in-turn.ts'
import { entryUnits, type Generation, joinParts, parseHead, partName, splitValue } from './entry-format.ts'
import type { Keytar, SecretStore } from './secret-store.ts'

type Ports = {
  readonly keytar: Keytar
  /** The name under which the system shows these entries. */
  readonly service: string
  readonly platform: NodeJS.Platform
  /** Limit of one keychain call, milliseconds. */
  readonly limitMs?: number
}

/**
 * Secrets in the system's keychain, an entry each: macOS asks a person for each entry that another program made, and remembers the answer
 * as long as the entry is only changed.
 *
 * Windows' entries are short. There a long value is written under the generation that the head doesn't name, then the head is switched,
 * then the other generation's parts are deleted, so that the head always names a complete value even after a kill.
 * Parts are written upwards and deleted downwards, so what a kill leaves is 0…n of one generation, and the next `set` or
 * `delete` collects it by deleting upwards until nothing is there. Both forms are read everywhere.
 *
 * On Linux a locked keychain answers a read as if there were no such entry (libsecret, also when a person dismisses its question). Only a
 * write is refused then, so a run of calls begins with one, and one is tried before reporting that there is no entry. What waits behind a refused call gets the same answer: one dismissal is one refusal,
 * without another question.
 */
export const createKeychainSecrets = ({ keytar, service, platform, limitMs = 30_000 }: Ports): SecretStore => {
  const ask = createAskInTurn(limitMs, platform)
  const longest = platform === 'win32' ? entryUnits : Number.POSITIVE_INFINITY
  /** Names whose entry is known to be whole, with no parts beside it: they are written without a look, which could be a question. */
  const whole = new Set<string>()
  const read = (account: string) => ask(() => keytar.getPassword(service, account))
  const write = (account: string, text: string) => ask(() => keytar.setPassword(service, account, text))
  const remove = (account: string) => ask(() => keytar.deletePassword(service, account))

  let tail: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let refusals = 0
  let refusal: unknown
  /** Whether the keychain took a write since the first of the calls that wait. */
  let isUnlocked = false
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    waiting += 1
    const refusedBefore = refusals
    const result = tail.then(() => {
      if (refusals > refusedBefore) throw refusal
      return work()
    })
    tail = result.catch(() => undefined)
    try {
      return await result
    } catch (error) {
      if (error !== refusal && error instanceof AppError && error.code === 'keychain-locked') {
        refusals += 1
        refusal = error
      }
      throw error
    } finally {
      waiting -= 1
      if (waiting === 0) isUnlocked = false
    }
  }

  const refuseWhenLocked = async (): Promise<void> => {
    if (platform !== 'linux') return
    await write(probeName, 'not a secret')
    await remove(probeName)
    isUnlocked = true
  }
  const begin = async (): Promise<void> => {
    if (!isUnlocked) await refuseWhenLocked()
  }

  const readHead = async (name: string) => {
    const text = await read(name)
    return { text, head: text === null ? null : parseHead(text) }
  }

  const removeParts = async (name: string, generation: Generation, from: number): Promise<void> => {
    let end = from
    while ((await read(partName(name, generation, end))) !== null) end += 1
    for (let index = end - 1; index >= from; index -= 1) await remove(partName(name, generation, index))
  }

  const get = async (name: string): Promise<string | null> => {
    await begin()
    const { text, head } = await readHead(name)
    if (text === null) {
      await refuseWhenLocked()
      return null
    }
    if (head === null) throw damaged(name)
    if ('value' in head) return head.value
    const parts: string[] = []
    for (let index = 0; index < head.parts; index += 1) {
      const part = await read(partName(name, head.generation, index))
      if (part === null) {
        await refuseWhenLocked()
        throw damaged(name)
      }
      parts.push(part)
    }
    const value = joinParts(parts, head.sha256)
    if (value === null) throw damaged(name)
    return value
  }

  const set = async (name: string, value: string): Promise<void> => {
    if (whole.has(name)) return write(name, splitValue(value, 'a', longest).head)
    await begin()
    const { head } = await readHead(name)
    const old = head !== null && 'generation' in head ? head.generation : null
    const generation = old === 'a' ? 'b' : 'a'
    const { head: newHead, parts } = splitValue(value, generation, longest)
    for (const [index, part] of parts.entries()) await write(partName(name, generation, index), part)
    await write(name, newHead)
    // The value is saved from here on; a failed cleanup is left to the next set.
    try {
      await removeParts(name, generation, parts.length)
      await removeParts(name, generation === 'a' ? 'b' : 'a', 0)
      if (longest === Number.POSITIVE_INFINITY) whole.add(name)
    } catch {}
  }

  const deleteEntry = async (name: string): Promise<void> => {
    await begin()
    if (!(await remove(name))) await refuseWhenLocked()
    await removeParts(name, 'a', 0)
    await removeParts(name, 'b', 0)
  }

  return {
    storage: 'keychain',
    get: (name) => inTurn(() => get(name)),
    set: (name, value) => inTurn(() => set(name, value)),
    delete: (name) => inTurn(() => deleteEntry(name)),
  }
}

/** Written and removed again to see whether writing is allowed. */
const probeName = 'lock-probe'

const damaged = (name: string): AppError => new AppError('data-corrupt', { kind: 'keychain-entry-damaged', name })
