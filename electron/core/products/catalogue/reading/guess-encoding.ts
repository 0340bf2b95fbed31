import { type ListEncoding, listEncodings } from '../../../../../shared/products/list-dialects.ts'

/** What its detector calls encodings that the platform decodes by another name, or as part of one. */
const names: Readonly<Record<string, ListEncoding>> = {
  ascii: 'utf-8',
  cp932: 'shift_jis',
  shiftjis: 'shift_jis',
  macroman: 'macintosh',
  maccyrillic: 'x-mac-cyrillic',
  cp866: 'ibm866',
  gb2312: 'gb18030',
  gbk: 'gb18030',
  cp949: 'euc-kr',
  'iso-8859-1': 'windows-1252',
  'iso-8859-9': 'windows-1254',
  'iso-8859-7': 'windows-1253',
  'iso-8859-8': 'windows-1255',
  cp874: 'windows-874',
  tis620: 'windows-874',
  'iso8859-15': 'iso-8859-15',
  'iso8859-2': 'iso-8859-2',
  'koi8-u': 'koi8-r',
}

const toEncoding = (name: string): ListEncoding | undefined => {
  const folded = name.toLowerCase().replaceAll('_', '-')
  return listEncodings.find((one) => one.replaceAll('_', '-') === folded) ?? names[folded] ?? names[folded.replaceAll('-', '')]
}

const decode = (bytes: Uint8Array, encoding: ListEncoding): string => new TextDecoder(encoding).decode(bytes)

/** A letter that no list has: the encoding lacks this byte, or has a control sign for it. */
const hasStrange = (text: string): boolean => /[\uFFFD\u0080-\u009F]/.test(text)

/** Korean is hardly ever written in Chinese letters, which its code page has, too. */
const isUnlikely = (encoding: ListEncoding, text: string): boolean =>
  encoding === 'euc-kr' && (text.match(/\p{Script=Hangul}/gu)?.length ?? 0) < 3 * (text.match(/\p{Script=Han}/gu)?.length ?? 0)

type Encoded = { readonly encoding: ListEncoding }
const byUse = (one: Encoded, other: Encoded): number => listEncodings.indexOf(one.encoding) - listEncodings.indexOf(other.encoding)

/** The second is as likely as the first. */
const asLikely = 0.97

const ofMac: readonly ListEncoding[] = ['macintosh', 'x-mac-cyrillic']
/** Line ends that no program wrote in a code page of old Macs. */
const endsLikeWindows = (bytes: Uint8Array): boolean => bytes.some((byte, at) => byte === 0x0a && bytes[at - 1] === 0x0d)

const isLetter = (byte: number): boolean => byte >= 0x80 || (byte >= 0x40 && byte <= 0x7e)
/** As much as tells it. */
const mostBytes = 64 * 1024

/** The words with letters beyond ASCII, a space between them: all else says nothing of an encoding. */
const tellingWords = (bytes: Uint8Array): Uint8Array => {
  const words = new Uint8Array(Math.min(bytes.length + 1, mostBytes))
  let length = 0
  for (let at = 0; at < bytes.length; ) {
    const begin = at
    let tells = false
    for (; at < bytes.length && isLetter(bytes[at] ?? 0); at++) tells ||= (bytes[at] ?? 0) >= 0x80
    if (tells) {
      if (length + at - begin + 1 > mostBytes) break
      words.set(bytes.subarray(begin, at), length)
      length += at - begin
      words[length++] = 0x20
    }
    if (at === begin) at++
  }
  return words.subarray(0, length)
}

const letter = /\p{L}/u
const sign = /[\p{P}\p{S}]/u

/** Only dashes, quotes and signs of Windows-1252, none of them inside a word: other code pages have letters there. */
const hasOnlySigns = (bytes: Uint8Array): boolean => {
  const letters = [...decode(bytes, 'windows-1252')]
  return letters.every((one, at) => {
    if ((one.codePointAt(0) ?? 0) < 0x80) return true
    return sign.test(one) && ('’”'.includes(one) || !letter.test(letters[at - 1] ?? ''))
  })
}

export type GuessedEncoding = { readonly encoding: ListEncoding; readonly others: readonly ListEncoding[] }

/**
 * In which code page these bytes are written, by the letters of the languages that use it. `others`: those that are as likely and read
 * other letters. A text that no known one explains is read as Windows-1252.
 */
export const guessEncoding = async (bytes: Uint8Array): Promise<GuessedEncoding> => {
  if (hasOnlySigns(bytes.subarray(0, mostBytes))) return { encoding: 'windows-1252', others: [] }
  // A megabyte of models, which lists in UTF-8 do without.
  const { detectAll } = await import('jschardet')
  /** From 0 to 1 for each encoding that can be decoded. */
  const judge = (some: Uint8Array): ReadonlyMap<ListEncoding, number> => {
    const judged = new Map<ListEncoding, number>()
    for (const { encoding: name, confidence } of detectAll(some, { minimumThreshold: 0 })) {
      const encoding = name === null ? undefined : toEncoding(name)
      if (encoding !== undefined && !encoding.startsWith('utf')) judged.set(encoding, Math.max(confidence, judged.get(encoding) ?? 0))
    }
    const most = Math.max(...judged.values())
    return new Map([...judged].map(([encoding, confidence]) => [encoding, confidence / most]))
  }
  const telling = tellingWords(bytes)
  // All of it shows two-byte letters best, its telling words the others.
  const [whole, words] = [judge(bytes.subarray(0, mostBytes)), judge(telling)]
  const found = [...words]
    .map(([encoding, score]) => ({ encoding, score: score + (whole.get(encoding) ?? 0), text: decode(telling, encoding) }))
    .filter(({ encoding, text }) => !hasStrange(text) && !isUnlikely(encoding, text))
    .sort((one, other) => other.score - one.score || byUse(one, other))
  const [likeliest, ...rest] = found
  // Where the letters are the same, the more usual name.
  const first = likeliest && found.filter(({ text }) => text === likeliest.text).sort(byUse)[0]
  if (!likeliest || !first) return { encoding: 'windows-1252', others: [] }
  const isOfWindows = !ofMac.includes(first.encoding) && endsLikeWindows(bytes)
  const others = rest.filter(
    ({ encoding, score, text }) => score >= likeliest.score * asLikely && text !== first.text && !(isOfWindows && ofMac.includes(encoding)),
  )
  return { encoding: first.encoding, others: others.slice(0, 3).map(({ encoding }) => encoding) }
}
