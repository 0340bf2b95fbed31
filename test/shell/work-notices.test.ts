import { expect, it } from 'vitest'
import { createWorkNotices, type WorkNotice } from '../../electron/shell/work-notices.ts'
import type { WatchReport } from '../../shared/watching/watching.ts'

const nothing = { added: 0, changed: 0, renamed: 0, deleted: 0, refused: 0 }
const reportOf = (through: number, added: number): WatchReport => ({
  ...{ ...nothing, added, through, since: 1, until: 2, isSettled: true, newestDrop: null },
  folders: [{ ...nothing, added, id: 'one', path: '/shoot', name: 'shoot' }],
})
const atWork = { batch: { doneBefore: 0, parkedBefore: 0 }, isHeld: false, ended: null }
const held = { ...atWork, isHeld: true }
const ended = (done: number, parked = 0) => ({ batch: null, isHeld: false, ended: { done, parked } })

/** The notifications as the system shows them now: one that was taken away is no longer among them. */
const open = ({ isFocused = false, lastArrival = 0 } = {}) => {
  const facts = { isFocused, lastArrival }
  const shown = new Set<WorkNotice>()
  const notices = createWorkNotices({
    isFocused: () => facts.isFocused,
    lastArrival: () => facts.lastArrival,
    show: (notice) => {
      shown.add(notice)
      return () => void shown.delete(notice)
    },
  })
  return { facts, notices, bodies: () => [...shown].map(({ body }) => body), all: () => [...shown] }
}

it('says at the end of a batch what became of it, unless the window has the focus', () => {
  const { facts, notices, all } = open()
  notices.worked(atWork)
  notices.worked(ended(2, 1))
  expect(all()).toEqual([{ body: '2 done, 1 needs attention', leadsTo: 'window', isQuiet: false }])
  facts.isFocused = true
  notices.worked(atWork)
  notices.worked(ended(5))
  facts.isFocused = false
  notices.worked({ batch: null, isHeld: false, ended: null })
  expect(all()).toHaveLength(1)
})

it('says what watched folders brought with the work on it, in one notification, whichever is known first', () => {
  for (const isWorkFirst of [true, false]) {
    const { facts, notices, all } = open()
    facts.lastArrival = 3
    notices.worked(atWork)
    if (isWorkFirst) notices.worked(ended(3))
    expect(all()).toEqual([])
    notices.arrived(reportOf(3, 3))
    if (!isWorkFirst) notices.worked(ended(3))
    expect(all()).toEqual([{ body: '3 new pictures from “shoot”. 3 done.', leadsTo: 'library', isQuiet: false }])
  }
})

it('does not wait for work that waits for a person or the network', () => {
  const { notices, bodies } = open()
  notices.worked(atWork)
  notices.arrived(reportOf(3, 3))
  expect(bodies()).toEqual([])
  notices.worked(held)
  expect(bodies()).toEqual(['3 new pictures from “shoot”.'])
})

it('puts all that came in place of what it said before, without a sound, until the person looks', () => {
  const { facts, notices, all } = open()
  notices.arrived(reportOf(1, 1))
  notices.arrived(reportOf(205, 205))
  expect(all()).toEqual([{ body: '205 new pictures from “shoot”.', leadsTo: 'library', isQuiet: true }])
  facts.isFocused = true
  notices.seen()
  expect(all()).toEqual([])
  facts.isFocused = false
  notices.arrived(reportOf(206, 1))
  expect(all()).toEqual([{ body: '1 new picture from “shoot”.', leadsTo: 'library', isQuiet: false }])
})

it('says nothing again of what came before this start, nor of what the person sees come', () => {
  const { notices, bodies, facts } = open({ lastArrival: 9 })
  notices.worked(ended(1))
  expect(bodies()).toEqual(['1 done'])
  facts.isFocused = true
  notices.arrived(reportOf(12, 3))
  facts.isFocused = false
  notices.worked({ batch: null, isHeld: false, ended: null })
  expect(bodies()).toEqual(['1 done'])
})
