import { describe, expect, it } from 'vitest'
import { systemFiles } from '../../../../electron/core/base/platform/system-files.ts'
import type { StoredImage } from '../../../../electron/core/pictures/library/picture-store.ts'
import { addressBelow } from '../../../../electron/core/pictures/publishing/address-below.ts'
import { publishImage } from '../../../../electron/core/pictures/publishing/publish-picture.ts'
import type { Connection } from '../../../../shared/workspaces/connection.ts'

const at = (path: string) => ({ name: path.split(/[\\/]/).at(-1) ?? '', origin: { kind: 'file' as const, path } })
const address = (baseUrl: string, path: string, folder?: string) =>
  addressBelow({ kind: 'base-url', baseUrl, ...(folder === undefined ? {} : { folder }) }, at(path))

describe('base URL + file name', () => {
  it.each([
    ['https://cdn.example/p', '/a/mug.jpg', 'https://cdn.example/p/mug.jpg'],
    ['https://cdn.example/p/', '/a/mug.jpg', 'https://cdn.example/p/mug.jpg'],
    ['https://cdn.example', '/a/100 % #1?.jpg', 'https://cdn.example/100%20%25%20%231%3F.jpg'],
    ['https://cdn.example/', '/a/Überraschung 🎉.png', 'https://cdn.example/%C3%9Cberraschung%20%F0%9F%8E%89.png'],
    ['https://store.example/box?sv=1&sig=a%2Bb', '/a/mug.jpg', 'https://store.example/box/mug.jpg?sv=1&sig=a%2Bb'],
  ])('joins %s and %s to %s', (baseUrl, path, expected) => {
    expect(address(baseUrl, path)).toBe(expected)
    expect(decodeURIComponent(new URL(expected).pathname.split('/').at(-1) ?? '')).toBe(at(path).name)
  })

  it('applies to files: a picture from the web keeps its own address', async () => {
    const publishing = { kind: 'base-url' as const, baseUrl: 'https://cdn.example/p' }
    const publish = (origin: StoredImage['origin']) =>
      publishImage(
        { name: 'mug.jpg', origin } as StoredImage,
        { publishing } as Connection,
        { files: systemFiles, sentFiles: { take: () => Promise.reject(new Error('no file is needed')) }, putIntoBucket: async () => '' },
        AbortSignal.timeout(1_000),
      )
    expect(await publish({ kind: 'url', url: 'https://shop.example/a/mug.jpg' })).toEqual({
      url: 'https://shop.example/a/mug.jpg',
      settings: null,
    })
    expect(await publish({ kind: 'file', path: '/a/mug.jpg' })).toEqual({ url: 'https://cdn.example/p/mug.jpg', settings: null })
  })

  it('never leaves the base URL', () => {
    expect(
      addressBelow(
        { kind: 'base-url', baseUrl: 'https://cdn.example/p' },
        { name: '..', origin: { kind: 'url', url: 'https://x.example/..' } },
      ),
    ).toBe('https://cdn.example/p/%2E%2E')
  })

  it.each([
    ['/home/mira/shop', '/home/mira/shop/autumn/a b/mug.jpg', 'https://cdn.example/p/autumn/a%20b/mug.jpg'],
    ['/home/mira/shop/', '/home/mira/shop/mug.jpg', 'https://cdn.example/p/mug.jpg'],
    ['C:\\Pictures\\Shop', 'C:\\Pictures\\Shop\\autumn\\mug.jpg', 'https://cdn.example/p/autumn/mug.jpg'],
    ['/home/mira/shop', '/home/mira/shopping/autumn/mug.jpg', 'https://cdn.example/p/mug.jpg'],
    ['/home/mira/shop', '/elsewhere/mug.jpg', 'https://cdn.example/p/mug.jpg'],
    ['', '/elsewhere/sub/mug.jpg', 'https://cdn.example/p/mug.jpg'],
  ])('keeps the sub-folders below “%s”: %s', (folder, path, expected) => {
    expect(address('https://cdn.example/p', path, folder)).toBe(expected)
  })
})
