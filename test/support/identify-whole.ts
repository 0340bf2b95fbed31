import type { FilePart, Identified } from '../../electron/core/formats/kinds/identified.ts'
import { headBytes, identifyFile } from '../../electron/core/formats/kinds/identify-file.ts'

/** What a file is, with as many of its bytes as intake would read for that. */
export const identifyWhole = (bytes: Buffer): Extract<Identified, { kind: 'image' | 'refused' }> => {
  let part: FilePart | undefined
  let head = headBytes
  for (let step = 0; step < 20; step++) {
    const found = identifyFile(bytes.subarray(0, head), bytes.length, part)
    if (found.kind === 'image' || found.kind === 'refused') return found
    if (found.kind === 'need-more') head = found.bytes
    else part = { at: found.at, bytes: bytes.subarray(found.at, found.at + found.bytes) }
  }
  throw new Error('The header is never known.')
}
