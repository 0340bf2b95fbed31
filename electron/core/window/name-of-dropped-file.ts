import { trimEndOf } from '../../../shared/base/trim-end.ts'

const unsafe = /[\p{Cc}\p{Cf}<>:"/\\|?*]/gu
/** Windows device names, with any extension; digits may be superscript. */
const reserved = /^(con|conin\$|conout\$|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]) *(\.|$)/i
const longestBytes = 180

/** The end of a text that has at most `limit` bytes in UTF-8, never half a character. */
const lastBytes = (text: string, limit: number): string => {
  const bytes = Buffer.from(text)
  let from = Math.max(0, bytes.length - limit)
  while (from < bytes.length && ((bytes[from] ?? 0) & 0xc0) === 0x80) from++
  return bytes.toString('utf8', from)
}

/** Converts a page's file name to one that is valid on every system and stays in its folder; keeps the extension. */
export const toSafeName = (name: string): string => {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  let safe = trimEndOf(last.replace(unsafe, '_').replace(/^\.+/, ''), '. ').trim()
  if (reserved.test(safe)) safe = `_${safe}`
  safe = lastBytes(safe, longestBytes)
  return safe || 'picture'
}
