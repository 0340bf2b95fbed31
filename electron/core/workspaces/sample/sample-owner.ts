import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../../../shared/base/errors.ts'
import {
  entranceParameter,
  isProof,
  type OwnersWish,
  proofPath,
  proofSecretFile,
  proveOwner,
  proveSample,
} from '../../base/platform/sample-proof.ts'

/** The folder of the embedded sample workspace, inside the data folder. */
export const sampleFolder = (dataFolder: string): string => join(dataFolder, 'sample-workspace')

const answerMs = 2_000

const proofAnswer = z.object({ proof: z.string(), nonce: z.string() })
const entranceAnswer = z.object({ entrance: z.string() })
const sessionAnswer = z.object({
  session: z
    .object({ access_token: z.string(), token_type: z.string(), expires_in: z.number(), refresh_token: z.string(), scope: z.string() })
    .nullable(),
})

/** What OAuth calls an answer of the token endpoint. */
export type SampleTokens = NonNullable<z.infer<typeof sessionAnswer>['session']>

/** The secret that only who can read the sample workspace's folder knows; `null`: it was never started here. */
export const readSampleSecret = async (folder: string): Promise<string | null> => {
  const text = await readFile(join(folder, proofSecretFile), 'utf8').catch(() => '')
  return text.trim() || null
}

/**
 * Anyone on this computer could listen at its port, so it proves that it serves this folder before anything is sent to it. Resolves to a nonce
 * with which we can prove the same to it, or to `null`. Rejects where nothing answers.
 */
export const greetSample = async (baseUrl: string, secret: string): Promise<string | null> => {
  const nonce = randomBytes(32).toString('base64url')
  const answer = await fetch(`${baseUrl}${proofPath}?nonce=${nonce}`, { redirect: 'error', signal: AbortSignal.timeout(answerMs) })
  const greeting = proofAnswer.parse(await answer.json())
  return isProof(greeting.proof, proveSample(secret, nonce, baseUrl)) ? greeting.nonce : null
}

const ask = async (folder: string, baseUrl: string, wish: OwnersWish): Promise<unknown> => {
  const secret = await readSampleSecret(folder)
  const nonce = secret === null ? null : await greetSample(baseUrl, secret)
  if (secret === null || nonce === null) return null
  const answer = await fetch(`${baseUrl}${proofPath}`, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(answerMs),
    body: new URLSearchParams({ for: wish, nonce, proof: proveOwner(secret, nonce, baseUrl, wish) }),
  })
  return answer.ok ? answer.json() : null
}

/**
 * The address with a secret that lets one browser into the sample workspace's pages, for ten minutes; unchanged where the sample workspace
 * of this folder doesn't answer at its origin. Never rejects.
 */
export const withEntrance = async (folder: string, address: string): Promise<string> => {
  const url = new URL(address)
  if (url.protocol !== 'http:' || url.hostname !== '127.0.0.1') return address
  const answer = entranceAnswer.safeParse(await ask(folder, url.origin, 'pages').catch(() => null))
  if (!answer.success) return address
  url.searchParams.set(entranceParameter, answer.data.entrance)
  return url.href
}

/**
 * An address that lets one browser into its pages. `connectionFile`: the text of the file that it keeps up to date. Errors: `offline` when it
 * is not running.
 */
export const enterSample = async (folder: string, connectionFile: string): Promise<string> => {
  const pages = `${z.object({ baseUrl: z.string() }).parse(JSON.parse(connectionFile)).baseUrl}/settings`
  const address = await withEntrance(folder, pages)
  if (address === pages) throw new AppError('offline', { kind: 'sample-not-running' }, { kept: 'nothing-changed' })
  return address
}

/** New tokens of the session that Packshot had there last; `null`: it has none, or doesn't answer. Never rejects. */
export const fetchSampleTokens = async (folder: string, baseUrl: string): Promise<SampleTokens | null> => {
  const answer = sessionAnswer.safeParse(await ask(folder, baseUrl, 'session').catch(() => null))
  return answer.success ? answer.data.session : null
}
