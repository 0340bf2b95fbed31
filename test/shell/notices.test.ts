import { EventEmitter } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { createNotices } from '../../electron/shell/notices.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = async (): Promise<void> => {
  await turn()
  ;(runInNewContext('gc') as () => void)()
}

it('a notification object exists as long as it can be clicked, and no longer', async () => {
  const made: WeakRef<EventEmitter>[] = []
  let clicks = 0
  const tell = createNotices<string>({
    create: () => {
      const notice = new EventEmitter()
      made.push(new WeakRef(notice))
      return {
        onClick: (listener) => notice.on('click', listener),
        onClose: (listener) => notice.on('close', listener),
        show: () => {},
        close: () => notice.emit('close'),
      }
    },
    onClick: () => void clicks++,
  })
  tell('2 done')
  tell('1 needs attention')
  await collectGarbage()
  made[0]?.deref()?.emit('click')
  made[1]?.deref()?.emit('close')
  expect(clicks).toBe(1)
  await collectGarbage()
  expect(made.map((one) => one.deref())).toEqual([undefined, undefined])
})
