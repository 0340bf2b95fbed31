import { win32 } from 'node:path'
import { describe, expect, it } from 'vitest'
import { expandFileNames } from '../../electron/cli/expand-file-names.ts'

const folders: Readonly<Record<string, readonly string[]>> = {
  '.': ['b.JPG', 'a10.jpg', 'a2.jpg', 'notes.txt', '.hidden.jpg'],
  'C:\\Shoot one': ['x.png', 'y.png', 'xy.png'],
  '\\\\server\\share': ['far.jpg'],
}
const read = (platform: NodeJS.Platform, ...named: string[]) =>
  expandFileNames(named, {
    platform,
    files: {
      list: async (folder) => {
        const names = folders[win32.normalize(folder).replace(/\\$/, '')]
        if (!names) throw Object.assign(new Error('ENOENT'), { code: 'ENOENT' })
        return [...names]
      },
    },
  })

describe('file names given to a command', () => {
  it.each([
    [['*.jpg'], ['.hidden.jpg', 'a2.jpg', 'a10.jpg', 'b.JPG']],
    [
      ['A?.jpg', 'b.JPG'],
      ['a2.jpg', 'b.JPG'],
    ],
    [['C:\\Shoot one\\?.png'], ['C:\\Shoot one\\x.png', 'C:\\Shoot one\\y.png']],
    [['C:/Shoot one/*y*'], ['C:\\Shoot one\\xy.png', 'C:\\Shoot one\\y.png']],
    [['\\\\server\\share\\*.jpg'], ['\\\\server\\share\\far.jpg']],
    [['*.gif'], ['*.gif']],
    [['C:\\no folder\\*.jpg'], ['C:\\no folder\\*.jpg']],
    [['https://a.example/*.jpg?x'], ['https://a.example/*.jpg?x']],
    [['file:///C:/Shoot%20one/x.png'], ['C:\\Shoot one\\x.png']],
    [['file://server/share/far.jpg'], ['file://server/share/far.jpg']],
    [['file:///no-drive.jpg'], ['file:///no-drive.jpg']],
  ])('on Windows %j is %j', async (named, paths) => {
    expect(await read('win32', ...named)).toEqual(paths)
  })

  it('elsewhere were expanded by the shell, and may have a star in them', async () => {
    expect(await read('linux', '*.jpg', 'a?.jpg')).toEqual(['*.jpg', 'a?.jpg'])
    expect(await read('darwin', 'file:///Users/mira/Caf%C3%A9.png')).toEqual(['/Users/mira/Café.png'])
  })

  it('end, however many stars a pattern has: trying each way to divide a name would not', async () => {
    const pattern = `${'*a'.repeat(40)}b`
    expect(await expandFileNames([pattern], { platform: 'win32', files: { list: async () => ['a'.repeat(5_000)] } })).toEqual([pattern])
  })
})
