import { stat } from 'node:fs/promises'
import { readWhole } from '../base/platform/read-whole.ts'
import type { ImageFile } from '../pictures/library/locate-picture.ts'
import { answer, answerText, commonHeaders, type PageAnswer } from './page-policy.ts'

type Part = 'thumbnail' | 'original'
/**
 * `version`: the one that the page asks for; `null`: whichever counts. `sentAs`: the same for the settings of a converted picture; `original`: as it
 * came.
 */
export type LocateImage = (imageId: string, part: Part, version: number | null, sentAs: string | null) => Promise<ImageFile | undefined>

/** The bytes of a version, converted with these settings, never change. */
const forEver = { 'cache-control': 'private, max-age=31536000, immutable' }

const noPicture = (): PageAnswer => answerText(404, 'There is no such picture.')

/** Serves a window's GET of a picture by its id: its thumbnail or what is sent of it, with its version and settings in the query. */
export const createServePicture = (locateImage: LocateImage): ((imageId: string, part: Part, search: string) => Promise<PageAnswer>) => {
  const servePicture = async (imageId: string, part: Part, search: string): Promise<PageAnswer> => {
    const query = new URLSearchParams(search)
    const asked = query.get('v')
    const version = asked === null ? null : Number(asked)
    const sentAs = query.get('as')
    const file = /^img_[0-9a-f]{24}$/.test(imageId) ? await locateImage(imageId, part, version, sentAs) : undefined
    if (!file) return noPicture()
    // Without them, an address may show another picture tomorrow.
    const isSame = file.version === version && (file.sentAs ?? null) === sentAs
    const kept = isSame ? forEver : { 'cache-control': 'no-cache' }
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
