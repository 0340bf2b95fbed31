import { refuse } from '../refusals.ts'

/** Of ours (not-shown): an image has at most 30 MB. */
export const maxPictureBytes = 30 * 1024 * 1024
const fetchTimeoutMs = 15_000
const maxRedirects = 5

const tooLarge = () => refuse(400, ['imageUrl: an image is limited to 30 MB'])

const fromDataUrl = (address: string): Buffer => {
  const comma = address.indexOf(',')
  if (comma < 0) throw refuse(400, ['imageUrl: is not a valid data: URL'])
  const isBase64 = /;\s*base64\s*$/i.test(address.slice(0, comma))
  if (isBase64 && ((address.length - comma) * 3) / 4 > maxPictureBytes + 4) throw tooLarge()
  const payload = address.slice(comma + 1)
  try {
    // A data: URL may be percent-encoded (RFC 2397); base64 from our own clients never is.
    const text = payload.includes('%') ? decodeURIComponent(payload) : payload
    if (isBase64 && !/^[A-Za-z0-9+/_-]*={0,2}$/.test(text.slice(-100))) throw new Error('not base64')
    return Buffer.from(text, isBase64 ? 'base64' : 'latin1')
  } catch {
    throw refuse(400, ['imageUrl: is not a valid data: URL'])
  }
}

const readCapped = async (response: Response): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > maxPictureBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const fromWeb = async (address: string): Promise<Buffer> => {
  const signal = AbortSignal.timeout(fetchTimeoutMs)
  let url = address
  try {
    for (let hops = 0; hops <= maxRedirects; hops += 1) {
      const response = await fetch(url, { redirect: 'manual', signal })
      const location = response.headers.get('location')
      if (response.status >= 300 && response.status < 400 && location !== null) {
        await response.body?.cancel()
        url = new URL(location, url).href
        if (!/^https?:/i.test(url)) throw refuse(400, ['imageUrl: redirects to an address that is neither http nor https'])
        continue
      }
      if (response.ok) return await readCapped(response)
      await response.body?.cancel()
      throw refuse(400, [`imageUrl: could not be fetched; it answers ${response.status}`])
    }
  } catch (error) {
    if (error instanceof Error && 'getResponse' in error) throw error
    throw refuse(400, ['imageUrl: could not be fetched'])
  }
  throw refuse(400, [`imageUrl: redirects more than ${maxRedirects} times`])
}

/** The bytes behind an `imageUrl`: http(s), fetched with a cap on time, size and redirects, or `data:`. Throws 400 for all else. */
export const obtainPicture = async (address: string): Promise<Buffer> => {
  if (/^data:/i.test(address)) {
    const bytes = fromDataUrl(address)
    if (bytes.length > maxPictureBytes) throw tooLarge()
    return bytes
  }
  if (/^https?:/i.test(address) && URL.canParse(address)) return fromWeb(address)
  throw refuse(400, ['imageUrl: must be an http, https or data: URL'])
}
