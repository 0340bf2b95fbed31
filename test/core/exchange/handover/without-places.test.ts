import { describe, expect, it } from 'vitest'
import { withoutPlaces } from '../../../../electron/core/exchange/handover/without-places.ts'

const file = (path: string, root: string | null) => {
  const { origin, root: at } = withoutPlaces({ kind: 'file', path }, root)
  return [origin.kind === 'file' ? origin.path : '', at]
}
const address = (url: string): string => {
  const { origin } = withoutPlaces({ kind: 'url', url }, null)
  return origin.kind === 'url' ? origin.url : ''
}

describe('a hand-over', () => {
  it('says of a file where it is below the folder that was dropped, and nothing of what is above', () => {
    expect(file('/home/mira/Shop/Shoes/red/a.jpg', '/home/mira/Shop/Shoes')).toEqual(['/Shoes/red/a.jpg', '/Shoes'])
    expect(file('C:\\Users\\Mira\\Shoes\\red\\a.jpg', 'C:\\Users\\Mira\\Shoes')).toEqual(['/Shoes/red/a.jpg', '/Shoes'])
    expect(file('\\\\nas\\photos\\Shoes\\a.jpg', '\\\\nas\\photos\\Shoes')).toEqual(['/Shoes/a.jpg', '/Shoes'])
    expect(file('/mnt/Shoes/a.jpg', '/mnt/Shoes/a.jpg')).toEqual(['/a.jpg', '/a.jpg'])
  })

  it('says of a file that was dropped by itself its folder’s name, unless that is a person’s', () => {
    expect(file('/home/mira/Shop/a.jpg', null)).toEqual(['/Shop/a.jpg', null])
    expect(file('/home/mira/Shop/a.jpg', '/somewhere/else')).toEqual(['/Shop/a.jpg', null])
    expect(file('/home/mira/a.jpg', null)).toEqual(['/a.jpg', null])
    expect(file('C:\\Users\\Mira\\a.jpg', null)).toEqual(['/a.jpg', null])
    expect(file('originals/ab/abcd', null)).toEqual(['originals/ab/abcd', null])
  })

  it('says of an address nothing that gives access to it', () => {
    expect(address('https://me:secret@cdn.example:8443/a/b.jpg?X-Amz-Signature=abc#top')).toBe('https://cdn.example:8443/a/b.jpg')
    expect(address('not an address?token=1')).toBe('not an address')
  })
})
