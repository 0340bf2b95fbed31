/** Of a page; its title or first words are at its beginning. */
const mostRead = 100_000

/** `pattern` is a global one without repetitions. */
const indexOfPattern = (text: string, pattern: RegExp, from: number): number => {
  pattern.lastIndex = from
  return pattern.exec(text)?.index ?? -1
}

/** The text between `<title>` and the next tag. */
const readTitle = (page: string): string => {
  const tag = indexOfPattern(page, /<title(?=[\s>])/gi, 0)
  const begin = tag < 0 ? -1 : page.indexOf('>', tag)
  if (begin < 0) return ''
  const end = page.indexOf('<', begin)
  return page.slice(begin + 1, end < 0 ? undefined : end).trim()
}

/** Where what begins at `tag` is over: a script or style with its content, any other tag alone; -1: never. */
const endOfTag = (page: string, tag: number): number => {
  const end = page.indexOf('>', tag)
  const hidden = /^<(script|style)\b/i.exec(page.slice(tag, tag + 8))?.[1]
  if (hidden === undefined || end < 0) return end
  const close = indexOfPattern(page, hidden.toLowerCase() === 'script' ? /<\/script/gi : /<\/style/gi, end)
  return close < 0 ? page.length : page.indexOf('>', close)
}

/** The words between the tags. A tag that never ends is the end of the page: then nothing is looked for twice. */
const readBody = (page: string): string => {
  const words: string[] = []
  for (let at = 0; at < page.length; ) {
    const tag = page.indexOf('<', at)
    words.push(page.slice(at, tag < 0 ? undefined : tag))
    const end = tag < 0 ? -1 : endOfTag(page, tag)
    if (end < 0) break
    at = end + 1
  }
  return words.join(' ')
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** The title of a page, else its first words. */
export const readHtmlWords = (html: string): string => {
  const page = html.slice(0, mostRead)
  const words = readTitle(page) || readBody(page)
  return words.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? ' ')
}
