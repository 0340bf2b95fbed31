import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import type { Image } from '../../shared/pictures/pictures.ts'
import { describeNotes } from '../../shared/queue/job-notes-words.ts'
import type { Job } from '../../shared/queue/jobs.ts'
import type { WorkspaceAdmin } from './workspace-admin.ts'

type Source = { readonly id: string; readonly sha256: string; readonly bytes: number; readonly name: string }
type ServiceProduct = { readonly id: string; readonly name: string; readonly attributes: Record<string, string[]> }
type Facts = { readonly sha256?: string; readonly question?: string; readonly id?: string; readonly name?: string }

export const listSources = async (workspace: WorkspaceAdmin): Promise<readonly Source[]> =>
  (await workspace.admin<{ sources: Source[] }>('GET', 'sources?limit=10000')).sources

export const listProducts = async (workspace: WorkspaceAdmin): Promise<readonly ServiceProduct[]> =>
  (await workspace.admin<{ products: ServiceProduct[] }>('GET', 'products?limit=10000')).products

/** Every picture is there byte for byte, under the source that our library names. */
export const expectSameBytes = async (
  workspace: WorkspaceAdmin,
  images: readonly (Image & { sourceId: string | null })[],
  dataOf: (image: Image) => string,
) => {
  const sources = new Map((await listSources(workspace)).map((one) => [one.id, one]))
  const adminToken = (await readFile(`${workspace.folder}/admin-token`, 'utf8')).trim()
  for (const image of images) {
    expect(sources.get(image.sourceId ?? '')?.sha256, image.name).toBe(image.sha256)
    const answer = await fetch(`${workspace.baseUrl}/admin/sources/${image.sourceId}/bytes`, { headers: { 'x-admin-token': adminToken } })
    expect(Buffer.from(await answer.arrayBuffer()).equals(await readFile(dataOf(image))), image.name).toBe(true)
  }
}

const countBy = <T>(all: readonly T[], key: (one: T) => string): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const one of all) counts.set(key(one), (counts.get(key(one)) ?? 0) + 1)
  return counts
}

/**
 * Nothing ran twice silently: if the service carried out a request of a job more than once, the job says so. Returns the number of
 * repeated requests.
 */
export const expectNoSilentRepeats = async (workspace: WorkspaceAdmin, jobs: readonly Job[], images: readonly Image[]): Promise<number> => {
  const committed = (await workspace.requests('/v1/'))
    .filter((one) => one.outcome === 'committed')
    .map((one) => ({ ...one, facts: (one.facts ?? {}) as Facts }))
  const shaOf = new Map(images.map((image) => [image.id, image.sha256]))
  const uploads = countBy(
    committed.filter((one) => one.path === '/v1/sources'),
    (one) => one.facts.sha256 ?? '',
  )
  const questions = countBy(
    committed.filter((one) => one.path === '/v1/image/analysis'),
    (one) => `${one.facts.sha256} ${one.facts.question}`,
  )
  const creations = countBy(
    committed.filter((one) => one.path === '/v1/products'),
    (one) => one.facts.name ?? '',
  )
  let repeats = 0
  for (const job of jobs) {
    const { work } = job
    if (work.operation !== 'upload-source' && work.operation !== 'analyse-image' && work.operation !== 'create-product') continue
    const times =
      work.operation === 'upload-source'
        ? uploads.get(shaOf.get(work.imageId) ?? '')
        : work.operation === 'analyse-image'
          ? questions.get(`${shaOf.get(work.imageId)} ${work.question}`)
          : creations.get(work.name)
    if ((times ?? 0) <= 1) continue
    repeats += (times ?? 0) - 1
    const says = job.status.state === 'done' ? (describeNotes(job) ?? '') : ''
    expect(says, `${job.id} was carried out ${times} times`).toMatch(/again/)
  }
  return repeats
}
