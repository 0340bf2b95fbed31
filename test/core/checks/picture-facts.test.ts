import { describe, expect, it } from 'vitest'
import { toCheckFacts } from '../../../electron/core/checks/picture-facts.ts'
import type { PictureFixes } from '../../../shared/checks/picture-fixes-shapes.ts'
import { type SentPicture, sendingFor } from '../../../shared/service/sending.ts'

const usual = sendingFor(null, null)
const jpeg: SentPicture = { format: 'jpeg', width: 3000, height: 2000, bytes: 900_000, hasAlpha: false }

describe('What is known of a picture as its workspace gets it', () => {
  it('is the picture itself where it is sent as it is', () => {
    expect(toCheckFacts(jpeg, usual, null, null)).toMatchObject({
      ...{ width: 3000, height: 2000, format: 'jpeg', bytes: 900_000, colorSpace: 'srgb' },
    })
    expect(toCheckFacts({ ...jpeg, reading: { profile: 'Adobe RGB (1998)' } }, usual, null, null).colorSpace).toBe('rgb')
    expect(toCheckFacts({ ...jpeg, reading: { colors: 'cmyk', profile: 'Coated FOGRA39' } }, usual, null, null).colorSpace).toBe('cmyk')
  })

  it('leaves the size in bytes open where only personal data is removed', () => {
    const picture: SentPicture = { ...jpeg, reading: { personal: ['location'] } }
    expect(toCheckFacts(picture, usual, null, null)).toMatchObject({ width: 3000, format: 'jpeg', bytes: null, bytesAtMost: 900_000 })
    const made = { format: 'jpeg', bytes: 899_000, width: 3000, height: 2000 } as const
    expect(toCheckFacts(picture, usual, made, null).bytes).toBe(899_000)
  })

  it('is foreseen for a picture that is converted, as far as that leaves no choice', () => {
    const heic: SentPicture = { ...jpeg, format: 'heic', reading: { profile: 'Display P3' } }
    expect(toCheckFacts(heic, usual, null, null)).toMatchObject({
      ...{ width: 3000, height: 2000, format: 'jpeg', bytes: null, colorSpace: 'srgb' },
    })
    expect(toCheckFacts(heic, { ...usual, longestEdge: 1000 }, null, null)).toMatchObject({ width: 1000, height: 667 })
    // A channel for transparency says nothing about the pixels.
    expect(toCheckFacts({ ...heic, hasAlpha: true }, usual, null, null).format).toBeNull()
    expect(toCheckFacts({ ...heic, hasAlpha: true }, { ...usual, background: '#ffffff' }, null, null).format).toBe('jpeg')
  })

  it('is what was made, once it is there', () => {
    const made = { format: 'png', bytes: 5, width: 10, height: 20 } as const
    expect(toCheckFacts({ ...jpeg, format: 'tiff' }, usual, made, null)).toMatchObject({ ...made, colorSpace: 'srgb' })
  })

  it('is foreseen for a picture with fixes, unless the file is made to fit', () => {
    const of = (fixes: PictureFixes, more: Partial<SentPicture> = {}, settings = usual) =>
      toCheckFacts({ ...jpeg, ...more, fixes }, { ...settings, fixes }, null, null)
    const square = { width: 1, height: 1, color: '#ffffff' }
    expect(of({ pad: square })).toMatchObject({ width: 3000, height: 3000, format: 'jpeg', bytes: null, colorSpace: 'srgb' })
    expect(of({ pad: square, longestEdge: 1000 }, {}, { ...usual, longestEdge: 800 })).toMatchObject({ width: 800, height: 800 })
    expect(of({ pad: { ...square, color: null } }).format).toBe('png')
    expect(of({ convert: 'jpeg' }, { format: 'png', hasAlpha: true }).format).toBe('jpeg')
    expect(of({ largestBytes: 5_000_000 })).toMatchObject({ width: null, height: null, format: null, bytesAtMost: 5_000_000 })
    expect(of({ largestBytes: 5_000_000, longestEdge: 1000 })).toMatchObject({ width: 1000, height: 667 })
  })
})
