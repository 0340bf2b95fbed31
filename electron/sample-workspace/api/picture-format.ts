export type PictureFormat = 'png' | 'jpeg' | 'webp' | 'gif'

const startsWith = (head: Buffer, bytes: readonly number[]): boolean => bytes.every((byte, index) => head[index] === byte)

/** Detects a picture's format by its first bytes; undefined if this service can't read it. File names and declared types are ignored. */
export const pictureFormat = (head: Buffer): PictureFormat | undefined => {
  if (startsWith(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png'
  if (startsWith(head, [0xff, 0xd8, 0xff])) return 'jpeg'
  const text = head.toString('latin1', 0, 12)
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif'
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp'
  return undefined
}
