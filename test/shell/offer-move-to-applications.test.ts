import { describe, expect, it } from 'vitest'
import { type AppPlace, findAppPlace, offerMoveToApplications } from '../../electron/shell/offer-move-to-applications.ts'

describe('a Mac app', () => {
  it.each([
    ['/Volumes/Packshot 1.2.0/Packshot.app/Contents/MacOS/Packshot', 'disk-image'],
    ['/private/var/folders/ab/c0/T/AppTranslocation/5D2F/d/Packshot.app/Contents/MacOS/Packshot', 'translocated'],
    ['/Users/mira/Downloads/Packshot.app/Contents/MacOS/Packshot', 'downloads'],
    ['/Users/mira/Downloads/unzipped/Packshot.app/Contents/MacOS/Packshot', 'downloads'],
    ['/Applications/Packshot.app/Contents/MacOS/Packshot', 'elsewhere'],
    ['/Users/mira/Applications/Packshot.app/Contents/MacOS/Packshot', 'elsewhere'],
    ['/Volumes/Work/Applications/Packshot.app/Contents/MacOS/Packshot', 'elsewhere'],
    ['/Users/mira/Downloads old/Packshot.app/Contents/MacOS/Packshot', 'elsewhere'],
  ] as const)('at %s was started from: %s', (executable, place) => {
    expect(findAppPlace({ platform: 'darwin', executable, home: '/Users/mira' })).toBe(place)
    expect(findAppPlace({ platform: 'linux', executable, home: '/Users/mira' })).toBe('elsewhere')
  })
})

/** Starts the app several times from one place; returns the effects. */
const start = async (place: AppPlace, choice: 'move' | 'not-now', move: () => boolean, times = 1): Promise<readonly string[]> => {
  const done: string[] = []
  for (let starts = 0; starts < times; starts++) {
    await offerMoveToApplications({
      place,
      wasDeclined: () => done.includes('noted'),
      noteDeclined: () => void done.push('noted'),
      ask: async () => {
        done.push('asked')
        return choice
      },
      move: () => {
        done.push('moved')
        return move()
      },
      tellFailed: async () => void done.push('told that it failed'),
    })
  }
  return done
}

describe('the offer to move to Applications', () => {
  it('is made from the disk image, from Downloads and where macOS translocates, and nowhere else', async () => {
    for (const place of ['disk-image', 'translocated', 'downloads'] as const)
      expect(await start(place, 'move', () => true)).toEqual(['asked', 'moved'])
    expect(await start('elsewhere', 'move', () => true)).toEqual([])
  })

  it('is not repeated after a no', async () => {
    expect(await start('downloads', 'not-now', () => true, 3)).toEqual(['asked', 'noted'])
  })

  it('says so when the system doesn’t allow it', async () => {
    const refuse = (): boolean => {
      throw new Error('not permitted')
    }
    expect(await start('disk-image', 'move', refuse)).toEqual(['asked', 'moved', 'told that it failed'])
  })

  it('is made again at the next start if the person cancels it midway', async () => {
    expect(await start('disk-image', 'move', () => false, 2)).toEqual(['asked', 'moved', 'asked', 'moved'])
  })
})
