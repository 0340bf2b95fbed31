import { describe, expect, it } from 'vitest'
import { type QuitEffect, type QuitEvent, type QuitState, stepQuit } from '../../electron/shell/close-and-quit.ts'

const close = (jobsLeft: number, watching: (QuitEvent & { kind: 'close' })['watching'] = null): QuitEvent => ({
  kind: 'close',
  jobsLeft,
  watching,
})
const allClosed: QuitEvent = { kind: 'all-closed', isInBackground: false }

/** Replays events of a running Packshot; returns the final state and each effect. */
const play = (
  platform: NodeJS.Platform,
  events: readonly QuitEvent[],
): { readonly state: QuitState; readonly effects: readonly QuitEffect[] } => {
  let state: QuitState = 'running'
  const effects = events.map((event) => {
    const step = stepQuit(state, event, platform)
    state = step.state
    return step.effect
  })
  return { state, effects }
}

describe('“Restart now” after an update', () => {
  it('on macOS closes the windows without a question, and leaves the quit to Electron, which starts the new version', () => {
    const { state, effects } = play('darwin', [{ kind: 'install' }, close(5), allClosed, { kind: 'before-quit' }, { kind: 'will-quit' }])
    expect(effects).toEqual(['go-on', 'go-on', 'go-on', 'go-on', 'go-on'])
    expect(state).toBe('gone')
  })

  it.each(['win32', 'linux'] as const)('on %s exits once the installer has been started', (platform) => {
    const { effects } = play(platform, [{ kind: 'install' }, { kind: 'before-quit' }, close(5), allClosed, { kind: 'will-quit' }])
    expect(effects).toEqual(['go-on', 'go-on', 'go-on', 'go-on', 'stop-and-exit'])
  })

  it.each(['darwin', 'win32', 'linux'] as const)('on %s quits if that fails, so that the installed version starts again', (platform) => {
    const { state, effects } = play(platform, [
      { kind: 'install' },
      { kind: 'install-failed' },
      { kind: 'before-quit' },
      close(5),
      { kind: 'will-quit' },
    ])
    expect(effects).toEqual(['go-on', 'quit', 'go-on', 'go-on', 'stop-and-exit'])
    expect(state).toBe('gone')
  })
})

describe('closing the window', () => {
  it.each(['win32', 'linux'] as const)('on %s asks while work is left, and otherwise quits', (platform) => {
    expect(play(platform, [close(3)]).effects).toEqual(['ask'])
    expect(play(platform, [close(0), allClosed]).effects).toEqual(['go-on', 'quit'])
  })

  it.each(['win32', 'linux'] as const)(
    'on %s while folders are watched does what the person wants, and asks as long as they did not say',
    (platform) => {
      expect(play(platform, [close(0, 'ask')]).effects).toEqual(['ask'])
      expect(play(platform, [close(3, 'ask')]).effects).toEqual(['ask'])
      for (const left of [0, 3]) expect(play(platform, [close(left, 'background')]).effects).toEqual(['continue'])
      expect(play(platform, [close(0, 'quit'), allClosed]).effects).toEqual(['go-on', 'quit'])
      // What becomes of the work is another question.
      expect(play(platform, [close(3, 'quit')]).effects).toEqual(['ask'])
      expect(play(platform, [{ kind: 'quit' }, close(0, 'ask')]).effects).toEqual(['quit', 'go-on'])
    },
  )

  it('on macOS neither asks nor quits: the app stays in the Dock', () => {
    const { state, effects } = play('darwin', [close(3), close(0, 'ask'), allClosed])
    expect(effects).toEqual(['go-on', 'go-on', 'go-on'])
    expect(state).toBe('running')
  })

  it('keeps an app running that continues in the background', () => {
    expect(play('linux', [close(0), { kind: 'all-closed', isInBackground: true }])).toEqual({
      state: 'running',
      effects: ['go-on', 'go-on'],
    })
  })
})

describe('quitting', () => {
  it.each(['darwin', 'win32', 'linux'] as const)('on %s asks nothing and stops the core before the process exits', (platform) => {
    const { state, effects } = play(platform, [{ kind: 'before-quit' }, close(3), allClosed, { kind: 'will-quit' }])
    expect(effects).toEqual(['go-on', 'go-on', 'go-on', 'stop-and-exit'])
    expect(state).toBe('gone')
  })

  it('is delayed only once', () => {
    expect(play('linux', [{ kind: 'before-quit' }, { kind: 'will-quit' }, { kind: 'will-quit' }]).effects.at(-1)).toBe('go-on')
  })
})
