import { describe, expect, it } from 'vitest'
import { describeConversion, describeConvertedFrom, listConversionSteps } from '../../../shared/pictures/picture-formats-words.ts'
import { describeSetting, settingWords } from '../../../shared/workspaces/workspace-settings-words.ts'

describe('what is said of a converted picture', () => {
  it('names its format, and which part of it is used', () => {
    expect(describeConversion('tiff', { pages: 12, colors: 'cmyk', bits: 16 })).toBe(
      'converted from TIFF, first of 12 pages, CMYK, 16 bits per channel',
    )
    expect(describeConvertedFrom('gif', { pages: 40 })).toBe('Converted from GIF, first of 40 frames')
    expect(describeConvertedFrom('avif', undefined)).toBe('Converted from AVIF')
    expect(describeConversion('jxl', { isAnimation: true, bits: 16 })).toBe(
      'converted from JPEG XL, first frame of an animation, 16 bits per channel',
    )
    expect(listConversionSteps({ format: 'jxl', orientation: 1, reading: { isAnimation: true } }, null)).toEqual([
      'First frame of an animation',
    ])
  })

  it('lists what was done to it', () => {
    const reading = { pages: 12, colors: 'cmyk', bits: 16, profile: 'Coated FOGRA39' } as const
    expect(listConversionSteps({ format: 'tiff', orientation: 6, reading }, { format: 'jpeg', quality: 85 })).toEqual([
      'First of 12 pages',
      'Turned upright',
      'Colors changed from CMYK (Coated FOGRA39) to sRGB',
      '16 bits per channel reduced to 8',
      'JPEG quality 85',
    ])
    expect(listConversionSteps({ format: 'avif', orientation: 1, reading: { profile: 'Display P3' } }, null)).toEqual([
      'Colors changed from Display P3 to sRGB',
    ])
    expect(listConversionSteps({ format: 'tiff', orientation: 1, reading: { colors: 'gray' } }, null)).toEqual([
      'Colors changed from grayscale to sRGB',
    ])
    expect(listConversionSteps({ format: 'webp', orientation: 1 }, { format: 'png', quality: null })).toEqual([
      'PNG, because parts of it are transparent',
    ])
  })
})

describe('the quality setting', () => {
  const about = (quality: number | null) => settingWords.jpegQuality.about(quality)
  it('says what a quality does to file sizes and to the picture', () => {
    expect(about(null)).toMatch(/^The usual choice: differences are hard to see\. /)
    expect(about(90)).toBe(about(null))
    expect(about(80)).toMatch(/^Files are about 35 % smaller than with 90\. /)
    expect(about(70)).toMatch(/^Files are about 50 % smaller than with 90, and fine detail gets softer\. /)
    expect(about(20)).toMatch(/^Files are about 80 % smaller than with 90, and the loss can be seen\. /)
    expect(about(100)).toMatch(/^Files are about 3\.5 times as large as with 90\. /)
    expect(about(91)).toMatch(/^Files are about 1\.1 times as large as with 90\. /)
    expect(about(89)).toMatch(/^Files are about 5 % smaller than with 90\. /)
  })

  it('never says that a lower quality makes larger files', () => {
    const sizeOf = (quality: number): number => {
      const [, percent, times] = /about (?:(\d+) % smaller|([\d.]+) times)/.exec(about(quality)) ?? []
      return percent !== undefined ? 1 - Number(percent) / 100 : times !== undefined ? Number(times) : 1
    }
    for (let quality = 2; quality <= 100; quality++) expect(sizeOf(quality), `${quality}`).toBeGreaterThanOrEqual(sizeOf(quality - 1))
  })

  it('is shown by the command with its default', () => {
    expect(describeSetting('jpegQuality', null)).toBe('90 (the default)')
    expect(describeSetting('jpegQuality', 80)).toBe('80')
  })
})
