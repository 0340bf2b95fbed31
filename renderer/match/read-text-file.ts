/** The text of a file: UTF-8, UTF-16 where its byte order mark says so, else Windows-1252, which older spreadsheets write. */
export const decodeFile = (bytes: Uint8Array): string => {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

export const readTextFile = async (file: File): Promise<string> => decodeFile(new Uint8Array(await file.arrayBuffer()))
