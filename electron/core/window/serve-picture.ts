import { stat } from 'node:fs/promises'
import type { ImageFile } from '../library/locate-image.ts'
import { readWhole } from '../platform/read-whole.ts'
import { answer, answerText, commonHeaders, type PageAnswer } from './page-policy.ts'

type Part = 'thumbnail' | 'original'
/** `version`: the one that the page asks for; `null`: whichever counts. */
export type LocateImage = (imageId: string, part: Part, version: number | null) => Promise<ImageFile | undefined>

/** A version's bytes never change. */
const forEver = { 'cache-control': 'private, max-age=31536000, immutable' }

const noPicture = (): PageAnswer => answerText(404, 'There is no such picture.')

/** Serves a window's GET of a picture by its id: its thumbnail or its original, with the version in the query. */
export const createServePicture = (locateImage: LocateImage): ((imageId: string, part: Part, search: string) => Promise<PageAnswer>) => {
  const servePicture = async (imageId: string, part: Part, search: string): Promise<PageAnswer> => {
    const asked = new URLSearchParams(search).get('v')
    const version = asked === null ? null : Number(asked)
    const file = /^img_[0-9a-f]{24}$/.test(imageId) ? await locateImage(imageId, part, version) : undefined
    if (!file) return noPicture()
    // Without a version, an address may show another picture tomorrow.
    const kept = file.version === version ? forEver : { 'cache-control': 'no-cache' }
    if (part === 'thumbnail') {
      const bytes = await readWhole(file.path).catch(() => undefined)
      return bytes ? answer(200, { ...kept, 'content-type': file.type }, bytes) : noPicture()
    }
    const size = (await stat(file.path).catch(() => undefined))?.size
    if (size === undefined) {
      // Deleted to save space, and may return under this address. Until then the thumbnail is shown.
      const small = await servePicture(imageId, 'thumbnail', search)
      return { ...small, headers: { ...small.headers, 'cache-control': 'no-store' } }
    }
    return {
      status: 200,
      headers: { ...commonHeaders, ...kept, 'content-type': file.type, 'content-length': String(size) },
      body: { kind: 'file', path: file.path },
    }
  }
  return servePicture
}
