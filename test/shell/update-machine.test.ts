import { describe, expect, it } from 'vitest'
import { classifyUpdateError } from '../../electron/shell/updates/classify-update-error.ts'
import { isAtWork } from '../../electron/shell/updates/is-at-work.ts'
import { initialUpdateState, stepUpdate, type UpdateEffect, type UpdateEvent } from '../../electron/shell/updates/update-machine.ts'
import { updatesState } from '../../shared/base/updates.ts'
import { describeUpdates } from '../../shared/base/updates-words.ts'

/** Replays events from the start; returns the effects of each. */
const play = (...events: readonly UpdateEvent[]): readonly (readonly UpdateEffect[])[] => {
  let state = initialUpdateState
  return events.map((event) => {
    const step = stepUpdate(state, event)
    state = step.state
    return step.effects
  })
}

const ready: readonly UpdateEvent[] = [
  { kind: 'check', isAsked: false },
  { kind: 'found', version: '2.0.0' },
  { kind: 'ready', version: '2.0.0' },
]
const work = (isGoingOn: boolean): UpdateEvent => ({ kind: 'work', isGoingOn })
const offer = (isAtWorkNow: boolean): UpdateEffect => ({ kind: 'offer', version: '2.0.0', isAtWork: isAtWorkNow })

describe('updates', () => {
  it('a newer version is offered once it is downloaded, and installed when a person says now', () => {
    expect(play(...ready, { kind: 'answered', choice: 'now' })).toEqual([[{ kind: 'look' }], [], [offer(false)], [{ kind: 'install' }]])
  })

  it('later means later: no second question, and no installation while Packshot runs', () => {
    expect(
      play(...ready, { kind: 'answered', choice: 'later' }, work(true), work(false), { kind: 'check', isAsked: false }).slice(3),
    ).toEqual([[], [], [], []])
  })

  it('while work is running nothing is asked; when it ends, it is', () => {
    expect(play(work(true), ...ready, work(true), work(false)).slice(3)).toEqual([[], [], [offer(false)]])
  })

  it('“now” waits until running work has ended', () => {
    expect(play(...ready, work(true), { kind: 'answered', choice: 'now' }, work(true), work(false)).slice(3)).toEqual([
      [],
      [],
      [],
      [{ kind: 'install' }],
    ])
  })

  it('an automatic check fails silently, and the next one tries again', () => {
    for (const why of ['unreachable', 'refused'] as const)
      expect(play({ kind: 'check', isAsked: false }, { kind: 'failed', why }, { kind: 'check', isAsked: false })).toEqual([
        [{ kind: 'look' }],
        [],
        [{ kind: 'look' }],
      ])
    expect(play({ kind: 'check', isAsked: false }, { kind: 'newest' })[1]).toEqual([])
  })

  it('a check that a person requested reports every result, even if a check was already running', () => {
    const ends: readonly (readonly [UpdateEvent, string])[] = [
      [{ kind: 'newest' }, 'newest'],
      [{ kind: 'failed', why: 'unreachable' }, 'unreachable'],
      [{ kind: 'failed', why: 'refused' }, 'refused'],
      [{ kind: 'found', version: '2.0.0' }, 'downloading'],
    ]
    for (const [end, what] of ends) {
      expect(play({ kind: 'check', isAsked: true }, end)[1]).toEqual([{ kind: 'tell', what }])
      expect(play({ kind: 'check', isAsked: false }, { kind: 'check', isAsked: true }, end)[2]).toEqual([{ kind: 'tell', what }])
    }
  })

  it('checking again when a version is ready offers it again', () => {
    expect(play(...ready, { kind: 'answered', choice: 'later' }, { kind: 'check', isAsked: true })[4]).toEqual([offer(false)])
  })

  it('a failure after a version is ready does not forget that version', () => {
    expect(play(...ready, { kind: 'failed', why: 'unreachable' }, { kind: 'answered', choice: 'now' })[4]).toEqual([{ kind: 'install' }])
  })
})

describe('whether work is running', () => {
  const nothing = { running: 0, ready: {}, holds: [] }
  const offline = { kind: 'offline', operation: null } as never
  it('is true while a job runs or the next starts by itself; work that waits for a network or a person is safe on disk', () => {
    expect(isAtWork(nothing)).toBe(false)
    expect(isAtWork({ ...nothing, running: 1 })).toBe(true)
    expect(isAtWork({ ...nothing, ready: { 'upload-source': 3 } })).toBe(true)
    expect(isAtWork({ ...nothing, ready: { 'upload-source': 3 }, holds: [offline] })).toBe(false)
    expect(isAtWork({ running: 1, ready: { 'upload-source': 3 }, holds: [offline] })).toBe(true)
  })
})

describe('update errors', () => {
  it('distinguish a file that is not the one promised from an address without updates', () => {
    expect(classifyUpdateError(Object.assign(new Error('x'), { code: 'ERR_CHECKSUM_MISMATCH' }))).toBe('refused')
    expect(classifyUpdateError(new Error('New version 2 is not signed by the application owner'))).toBe('refused')
    // A network's sign-in page, read as the list of versions.
    const page = Object.assign(new Error('no valid semver version: "undefined"'), { code: 'ERR_UPDATER_INVALID_VERSION' })
    for (const error of [new Error('net::ERR_CONNECTION_REFUSED'), Object.assign(new Error('404'), { statusCode: 404 }), page, undefined])
      expect(classifyUpdateError(error)).toBe('unreachable')
  })

  it('every reason why updates are off has its own sentence', () => {
    const all = updatesState.options
    expect(new Set(all.map(describeUpdates)).size).toBe(all.length)
  })
})
