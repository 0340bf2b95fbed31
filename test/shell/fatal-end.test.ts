import { expect, it } from 'vitest'
import { createFatalEnd } from '../../electron/shell/fatal-end.ts'
import { AppError, type ErrorRecord } from '../../shared/base/errors.ts'

const open = (mayRestart: boolean) => {
  const did: string[] = []
  const logged: unknown[] = []
  const reasons: ErrorRecord[] = []
  const fatal = createFatalEnd({
    log: ({ event }) => void logged.push(event),
    noteRestart: (reason) => {
      reasons.push(reason)
      return mayRestart
    },
    relaunch: () => void did.push('relaunch'),
    tell: async ({ failure }) => void did.push(`tell: ${failure.kind}`),
    exit: () => void did.push('exit'),
  })
  return { fatal, did, logged, reasons }
}

it('an uncaught exception is logged, saved for the next start to show, and Packshot restarts', () => {
  const { fatal, did, logged, reasons } = open(true)
  fatal.uncaught(new Error('no such row'))
  expect(did).toEqual(['relaunch', 'exit'])
  expect(logged).toEqual(['uncaught-exception', 'fatal'])
  expect(reasons).toMatchObject([{ code: 'internal', failure: { kind: 'unexpected', said: 'no such row' } }])
})

it('after too many restarts a fatal error is shown at once, and Packshot stays closed', async () => {
  const { fatal, did } = open(false)
  fatal.uncaught(new Error('no such row'))
  await expect.poll(() => did).toEqual(['tell: unexpected', 'exit'])
})

it('a fatal error ends Packshot once, whatever fails meanwhile, and in the same way when the disk failed', () => {
  const { fatal, did } = open(true)
  fatal.end(new AppError('disk-failed', { kind: 'disk-not-saving', said: 'EIO' }))
  fatal.uncaught(new Error('and this'))
  expect(did).toEqual(['relaunch', 'exit'])
})

it('an app whose output nobody reads any more keeps running', () => {
  const { fatal, did } = open(true)
  fatal.uncaught(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))
  expect(did).toEqual([])
})
