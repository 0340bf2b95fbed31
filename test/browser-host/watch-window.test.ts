import { describe, expect, it } from 'vitest'
import { type WindowEvent, watchWindow } from '../../electron/browser-host/watch-window.ts'

/** The host's actions after these events; a number is a wait in milliseconds. */
const play = (...events: readonly (WindowEvent | number)[]): readonly string[] => {
  const done: string[] = []
  const timers = new Map<symbol, { at: number; run: () => void }>()
  let now = 0
  const tell = watchWindow({
    timers: {
      after: (ms, run) => {
        const id = Symbol('timer')
        timers.set(id, { at: now + ms, run })
        return { cancel: () => void timers.delete(id) }
      },
    },
    finish: () => void done.push('finish'),
    goOn: () => void done.push('go on'),
    showAddress: () => void done.push('show the address'),
  })
  for (const event of events) {
    if (typeof event !== 'number') {
      tell(event)
      continue
    }
    now += event
    for (const [id, { at, run }] of [...timers]) {
      if (at > now || !timers.delete(id)) continue
      run()
    }
  }
  return done
}

describe('the browser host, which watches its window,', () => {
  it('ends when its page is gone, though the browser’s process keeps running (macOS, Edge in the background)', () => {
    expect(play('page-came', 'page-left', 9_000)).toEqual(['go on'])
    expect(play('page-came', 'page-left', 11_000)).toEqual(['go on', 'finish'])
  })

  it('ends at once when page and browser are gone', () => {
    expect(play('page-came', 'page-left', 'browser-ended')).toEqual(['go on', 'finish'])
    expect(play('page-came', 'page-left', 'browser-failed')).toEqual(['go on', 'finish'])
  })

  it('stays when the browser’s process ends and its page does not: a running browser has opened the window', () => {
    expect(play('browser-ended', 2_000, 'page-came', 60_000)).toEqual(['go on'])
    expect(play('page-came', 'browser-ended', 60_000)).toEqual(['go on'])
    expect(play('page-came', 'browser-ended', 'page-left', 11_000)).toEqual(['go on', 'finish'])
  })

  it('stays when the page is reloaded, and while another page is open', () => {
    expect(play('page-came', 'page-left', 1_000, 'page-came', 60_000)).toEqual(['go on', 'go on'])
    expect(play('page-came', 'page-came', 'page-left', 60_000)).toEqual(['go on'])
  })

  it('stays when the page comes back while the remaining work finishes', () => {
    expect(play('page-came', 'page-left', 11_000, 'page-came', 60_000)).toEqual(['go on', 'finish', 'go on'])
  })

  it('shows the address when no window appears, and never ends by itself after that', () => {
    expect(play('browser-failed', 'page-came', 'page-left', 60_000)).toEqual(['show the address'])
    expect(play('browser-ended', 31_000)).toEqual(['show the address'])
    expect(play(60_000)).toEqual([])
  })
})
