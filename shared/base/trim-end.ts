/**
 * The text without any of `characters` at its end. A pattern like `/\/+$/` starts over at each position, which takes a minute for a
 * megabyte of slashes.
 */
export const trimEndOf = (text: string, characters: string): string => {
  let end = text.length
  while (end > 0 && characters.includes(text[end - 1] ?? '')) end--
  return text.slice(0, end)
}
