import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { openSecretStore } from '../../../../electron/core/base/keychain/open-secret-store.ts'
import { createRandom } from '../../../fixtures/random.ts'
import { seed } from '../../../support/seed.ts'

/**
 * Runs inside a D-Bus session with a real keyring (see real-keyring.test.ts) and writes its findings as one line of JSON.
 * With the argument `write-for-ever` it sets one value after another until it is killed.
 */
const { store, reason } = await openSecretStore({ loadKeytar: () => import('keytar'), service: 'Packshot real keyring test' })
const big = (seed: string): string => seed.repeat(10_240 / seed.length)
const values = [big('0123456789abcdef'), big('"\\ä€ 😀'.padEnd(8, '·').slice(0, 8)), 'short', big('fedcba9876543210')]

const writeForEver = async (): Promise<never> => {
  for (let turn = 0; ; turn += 1) {
    await store.set('killed', values[turn % values.length] ?? '')
    process.stdout.write('.')
  }
}

const countTornReads = async (kills: number): Promise<{ kills: number; torn: number; seen: number }> => {
  const random = createRandom(seed)
  const seen = new Set<string | null>()
  let torn = 0
  await store.set('killed', values[0] ?? '')
  for (let kill = 0; kill < kills; kill += 1) {
    const victim = spawn(process.execPath, [...process.execArgv, process.argv[1] ?? '', 'write-for-ever'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(victim.stdout, 'data')
    await sleep(random() * 120)
    victim.kill('SIGKILL')
    await once(victim, 'exit')
    const value = await store.get('killed').catch(() => 'damaged')
    if (value === null || !values.includes(value)) torn += 1
    seen.add(value)
  }
  return { kills, torn, seen: seen.size }
}

if (process.argv[2] === 'write-for-ever') await writeForEver()

const roundTrips = []
for (const value of values) {
  await store.set('con_1/tokens', value)
  roundTrips.push((await store.get('con_1/tokens')) === value)
}
await store.delete('con_1/tokens')
const afterDelete = await store.get('con_1/tokens')
const killed = await countTornReads(10)
await store.delete('killed')
const { default: keytar } = await import('keytar')
const leftOver = (await keytar.findCredentials('Packshot real keyring test')).map(({ account }) => account)
process.stdout.write(`${JSON.stringify({ storage: store.storage, reason: reason ?? null, roundTrips, afterDelete, killed, leftOver })}\n`)
