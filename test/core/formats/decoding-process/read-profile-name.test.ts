import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { readProfileName } from '../../../../electron/core/formats/decoding-process/read-profile-name.ts'

/** A profile with one tag. */
const profile = (signature: string, tag: Buffer): Buffer => {
  const head = Buffer.alloc(144)
  head.writeUInt32BE(1, 128)
  head.write(signature, 132, 'latin1')
  head.writeUInt32BE(144, 136)
  head.writeUInt32BE(tag.length, 140)
  return Buffer.concat([head, tag])
}
const older = (text: string, length = text.length + 1): Buffer => {
  const head = Buffer.alloc(12)
  head.write('desc', 0, 'latin1')
  head.writeUInt32BE(length, 8)
  return Buffer.concat([head, Buffer.from(`${text}\0`, 'latin1')])
}
const newer = (text: string): Buffer => {
  const head = Buffer.alloc(28)
  head.write('mluc', 0, 'latin1')
  head.writeUInt32BE(1, 8)
  head.writeUInt32BE(12, 12)
  head.write('enUS', 16, 'latin1')
  head.writeUInt32BE(text.length * 2, 20)
  head.writeUInt32BE(28, 24)
  return Buffer.concat([head, Buffer.from(text, 'utf16le').swap16()])
}

it('reads the name of a color profile in both forms', () => {
  expect(readProfileName(profile('desc', older('Adobe RGB (1998)')))).toBe('Adobe RGB (1998)')
  expect(readProfileName(profile('desc', newer('Größe P3')))).toBe('Größe P3')
  expect(readProfileName(profile('desc', newer('sP3C')))).toBe('Display P3')
})

it('shows no control characters, and no more than fits', () => {
  expect(readProfileName(profile('desc', older('A\u0007\n\u0000 b')))).toBe('A b')
  expect(readProfileName(profile('desc', newer('A\u202eB')))).toBe('A B')
  expect(readProfileName(profile('desc', older('x'.repeat(500))))).toHaveLength(60)
  expect(readProfileName(profile('desc', older('   ')))).toBeUndefined()
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['no tags', Buffer.alloc(132)],
  ['another tag', profile('cprt', older('x'))],
  ['another type', profile('desc', Buffer.from('text\0\0\0\0x'))],
  ['a tag outside', profile('desc', older('x')).subarray(0, 140)],
])('finds no name in %s', (_, icc) => {
  expect(readProfileName(icc)).toBeUndefined()
})

it('never fails, whatever the lengths say', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(older('Name'), newer('Name')),
      fc.array(fc.nat(63)),
      fc.uint8Array({ maxLength: 64 }),
      (tag, places, bytes) => {
        const icc = profile('desc', tag)
        for (const [at, place] of places.entries()) icc[128 + (place % (icc.length - 128))] = bytes[at] ?? 0xff
        expect((readProfileName(icc) ?? '').length).toBeLessThanOrEqual(120)
      },
    ),
  )
})
