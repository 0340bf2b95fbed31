import { describe, expect, it } from 'vitest'
import { browserPlaces } from '../../electron/browser-host/find-browser.ts'

describe('the search for an installed browser', () => {
  it('looks on Windows for Chrome and Edge, first installed for everybody, then for this user', () => {
    const environment = { PROGRAMFILES: 'C:\\Program Files', 'PROGRAMFILES(X86)': '', LOCALAPPDATA: 'D:\\Users\\mira\\AppData\\Local' }
    expect(browserPlaces('win32', { home: 'D:\\Users\\mira', environment })).toEqual([
      'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
      'C:\\Program Files\\Microsoft\\Edge\\Application\\msedge.exe',
      'C:\\Program Files\\Chromium\\Application\\chrome.exe',
      'D:\\Users\\mira\\AppData\\Local\\Google\\Chrome\\Application\\chrome.exe',
      'D:\\Users\\mira\\AppData\\Local\\Microsoft\\Edge\\Application\\msedge.exe',
      'D:\\Users\\mira\\AppData\\Local\\Chromium\\Application\\chrome.exe',
    ])
  })

  it('looks on macOS in the shared Applications folder, then in this user’s own', () => {
    const found = browserPlaces('darwin', { home: '/Users/mira', environment: { PATH: '/usr/bin' } })
    expect(found[0]).toBe('/Applications/Google Chrome.app/Contents/MacOS/Google Chrome')
    expect(found).toContain('/Users/mira/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge')
  })

  it('looks on Linux in the PATH, for Chromium first', () => {
    const found = browserPlaces('linux', { home: '/home/mira', environment: { PATH: '/opt/bin::/usr/bin' } })
    expect(found.slice(0, 3)).toEqual(['/opt/bin/chromium', '/usr/bin/chromium', '/opt/bin/chromium-browser'])
  })
})
