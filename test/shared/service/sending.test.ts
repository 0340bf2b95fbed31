import { expect, it } from 'vitest'
import { type SentPicture, sendingChanges } from '../../../shared/service/sending.ts'
import type { SendingSettings } from '../../../shared/service/sending-shapes.ts'
import { describeAdded, describeSending } from '../../../shared/service/sending-words.ts'

const settings: SendingSettings = { quality: 90, personal: 'remove', longestEdge: 2000, largestBytes: 500_000, background: '#ffffff' }
const picture: SentPicture = { format: 'jpeg', width: 1000, height: 2000, bytes: 500_000, hasAlpha: false }

it.each<[string, Partial<SentPicture>, Partial<SendingSettings>, readonly string[]]>([
  ['is sent as it came, up to the limits', {}, {}, []],
  ['of another format becomes a JPEG or PNG', { format: 'webp', bytes: 900_000 }, {}, ['format']],
  ['that is too high is scaled down', { height: 2001 }, {}, ['edge']],
  ['that is too wide is scaled down', { width: 2001 }, {}, ['edge']],
  ['whose file is too large becomes smaller', { bytes: 500_001 }, {}, ['bytes']],
  ['with transparency gets the background', { format: 'png', hasAlpha: true }, {}, ['background']],
  ['with transparency keeps it without a background', { format: 'png', hasAlpha: true }, { background: null }, []],
  ['loses what tells of people', { reading: { personal: ['device'] } }, {}, ['personal']],
  ['keeps it where the workspace wants it', { reading: { personal: ['device'] } }, { personal: 'keep' }, []],
  ['is made anew for its fixes', {}, { fixes: { pad: { width: 1, height: 1, color: '#ffffff' } } }, ['fixes']],
  ['is not limited where nothing is set', { height: 9999, bytes: 9_999_999 }, { longestEdge: null, largestBytes: null }, []],
])('a picture %s', (_, facts, wanted, changes) => {
  expect(sendingChanges({ ...picture, ...facts }, { ...settings, ...wanted })).toEqual(changes)
})

it('is said in words, with what applies only', () => {
  const plan = { pictures: 42, converted: 37, location: 3, personal: 4, asTheyAre: 2 }
  const said = '37 will be converted, 3 lose their location, 1 loses other personal metadata, 2 stay as they are'
  expect(describeSending(plan)).toBe(`42 pictures not uploaded yet: ${said}.`)
  expect(describeAdded(plan)).toBe(`Before they are sent, ${said} (“packshot connection” shows the settings).`)
  expect(describeSending({ pictures: 0, converted: 0, location: 0, personal: 0, asTheyAre: 0 })).toBe('All pictures are uploaded.')
  expect(describeAdded({ pictures: 2, converted: 0, location: 0, personal: 0, asTheyAre: 2 })).toBeNull()
})
