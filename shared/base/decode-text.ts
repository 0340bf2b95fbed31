/** The window and Node both have it. */
declare const TextDecoder: new (encoding?: string, options?: { readonly fatal: boolean }) => { decode: (bytes: Uint8Array) => string }

/**
 * The text of a file that people's editors write: UTF-16 where its byte order mark says so (Unicode 16.0, section 23.8), else UTF-8, else
 * Windows-1252, which spreadsheets write.
 */
export const decodeText = (bytes: Uint8Array): string => {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
