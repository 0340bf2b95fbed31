import { appendFileSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const heartbeat = 2_000
const silentFor = 300_000
/** So often a lock may be neither there nor free: it is being deleted (Windows), or the folder is not ours. */
const mostDenied = 25

/**
 * One set-up at a time in one checkout: two starts at once share the work instead of spoiling it. The lock is a file with
 * the holder's process id, touched every two seconds; a holder that was killed is noticed by its id, or by its silence.
 * @param work gets holdFor(pid): the lock then outlives a killed holder as long as that child of it is at work
 * @param onWait called once when another process holds the lock
 * @param waitMs between two looks at a lock that is held, or denied
 */
export const withSetUpLock = async (root, work, { onWait = () => {}, waitMs = 200 } = {}) => {
  const file = join(root, '.runtime/set-up.lock')
  mkdirSync(join(root, '.runtime'), { recursive: true })
  let said = false
  let denied = 0
  for (;;) {
    try {
      if (take(file)) break
      denied = 0
    } catch (error) {
      if (!isHeld(error) || ++denied > mostDenied) throw error
    }
    if (!said) onWait()
    said = true
    await wait(waitMs)
  }
  const timer = setInterval(() => touch(file), heartbeat)
  try {
    return await work((pid) => appendFileSync(file, ` ${pid}`))
  } finally {
    clearInterval(timer)
    await letGo(file, waitMs)
  }
}

/** Windows: a file that another program reads or deletes can't be opened, renamed or removed for a moment. */
const isHeld = (error) => ['EPERM', 'EACCES', 'EBUSY'].includes(error.code)

const letGo = async (file, waitMs) => {
  for (let denied = 0; ; denied++) {
    try {
      return rmSync(file, { force: true })
    } catch (error) {
      // One that stays is noticed by its holder's end.
      if (!isHeld(error) || denied === mostDenied) return
    }
    await wait(waitMs)
  }
}

const take = (file) => {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  if (holderIsGone(file)) clear(file)
  return false
}

const holderIsGone = (file) => {
  try {
    const pids = readFileSync(file, 'utf8').split(' ').map(Number)
    const silent = Date.now() - statSync(file).mtimeMs
    return silent > silentFor || (silent > heartbeat / 2 && !pids.some(isAlive))
  } catch (error) {
    if (error.code === 'ENOENT' || isHeld(error)) return false
    throw error
  }
}

/** Two that wait may see the same dead holder: the file is moved away first, and put back if it was a fresh one after all. */
const clear = (file) => {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
    if (!holderIsGone(aside)) linkSync(aside, file)
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST' && !isHeld(error)) throw error
  } finally {
    try {
      rmSync(aside, { force: true })
    } catch {
      // No one is watching it.
    }
  }
}

const isAlive = (pid) => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

const touch = (file) => {
  try {
    utimesSync(file, new Date(), new Date())
  } catch {
    // Lost after a long sleep of the machine: the other process repeats the work, which does no harm.
  }
}
