import { once } from 'node:events'
import type { Readable } from 'node:stream'

const longest = 16_384

/** Reads the first line of a stream, which stays open for more reads. Throws an Error if it is too long; '' if there is none. */
export const readFirstLine = async (stream: Readable): Promise<string> => {
  let text = ''
  const hear = (piece: string): void => {
    text += piece
  }
  stream.setEncoding('utf8').on('data', hear)
  const ended = once(stream, 'end')
  while (!text.includes('\n') && text.length <= longest) {
    const more = await Promise.race([once(stream, 'data').then(() => true), ended.then(() => false)])
    if (!more) break
  }
  stream.off('data', hear)
  stream.pause()
  if (text.length > longest) throw new Error('The line on standard input is too long.')
  return text.split('\n')[0]?.trim() ?? ''
}
