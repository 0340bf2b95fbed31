import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { passSignalsOn } from '../../electron/cli/pass-signals-on.ts'

const follow = (platform: NodeJS.Platform) => {
  const killed: unknown[] = []
  const child = Object.assign(new EventEmitter(), { kill: (signal: unknown) => killed.push(signal) > 0 })
  const from = new EventEmitter()
  passSignalsOn(child as never, { platform, from: from as never })
  return { child, from, killed }
}

it('forwards Ctrl-C and SIGTERM to a child until it ends', () => {
  const { child, from, killed } = follow('linux')
  from.emit('SIGINT', 'SIGINT')
  from.emit('SIGTERM', 'SIGTERM')
  expect(killed).toEqual(['SIGINT', 'SIGTERM'])
  child.emit('exit', 0)
  expect(from.eventNames()).toEqual([])
})

it('on Windows lets the child end by the Ctrl-C that the console sent it, and outlives it', () => {
  const { from, killed } = follow('win32')
  expect(from.emit('SIGINT', 'SIGINT')).toBe(true)
  expect(killed).toEqual([])
})
