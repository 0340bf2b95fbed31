import { existsSync, writeFileSync } from 'node:fs'

// A worker for tests. The path of the picture says how it misbehaves.
const facts = { format: 'png', width: 1, height: 1, orientation: 1, hasAlpha: false, hasGps: false }
const answer = (): void => void process.send?.({ kind: 'facts', facts: { ...facts, width: process.pid }, rss: 1 })
const hoard: Buffer[] = []

process.on('disconnect', () => process.exit())
type Task = { readonly kind: string; readonly path: string; readonly temporaryPath?: string }

const work = ({ kind, path, temporaryPath = `${path}.part` }: Task): void => {
  // Its pid is a barcode.
  if (kind === 'read-codes' && !/hangs|crashes|confuses/.test(path))
    return void process.send?.({ kind: 'codes', codes: [{ format: 'code-128', text: String(process.pid) }], rss: 1 })
  if (path.includes('held')) {
    writeFileSync(`${path}.begun`, '')
    const look = setInterval(() => {
      if (!existsSync(`${path}.go`)) return
      clearInterval(look)
      answer()
    }, 10)
    return
  }
  if (path.includes('hangs')) {
    writeFileSync(temporaryPath, 'half a thumbnail')
    return
  }
  if (path.includes('spins')) for (;;) hoard.length = 0
  if (path.includes('grows')) return void setInterval(() => hoard.push(Buffer.alloc(20_000_000, 1)), 20)
  if (path.includes('tells of its growth')) return void setInterval(() => process.send?.({ kind: 'memory', rss: 10 ** 12 }), 20)
  if (path.includes('large afterwards') && kind === 'convert') {
    writeFileSync(temporaryPath, 'a sent file')
    return void process.send?.({ kind: 'converted', format: 'jpeg', rss: 10 ** 12 })
  }
  if (path.includes('large afterwards'))
    return void process.send?.({ kind: 'facts', facts: { ...facts, width: process.pid }, rss: 10 ** 12 })
  if (path.includes('forges a sign-out'))
    return void process.send?.({ kind: 'failed', code: 'signed-out', failure: { kind: 'bucket-key-unknown', bucket: 'b' }, rss: 1 })
  if (path.includes('adds facts')) return void process.send?.({ kind: 'failed', failure: { kind: 'picture-gone', action: 'Pay.' }, rss: 1 })
  if (path.includes('nonsense')) return void process.send?.({ kind: 'facts', facts: { width: -1 } })
  if (path.includes('crashes once')) {
    const marker = `${path}.tried`
    if (existsSync(marker)) {
      if (kind === 'inspect') answer()
      else process.send?.({ kind: 'codes', codes: [], rss: 1 })
      return
    }
    writeFileSync(marker, '')
    process.kill(process.pid, 'SIGKILL')
  }
  if (path.includes('crashes')) process.kill(process.pid, 'SIGKILL')
  answer()
}

/** The height of each says how many came together. */
const workTogether = (tasks: readonly Task[]): void => {
  const wild = tasks.find(({ path }) => /hangs|crashes|grows|nonsense/.test(path))
  if (wild) {
    work(wild)
    return
  }
  const results = tasks.map(({ path }) =>
    path.includes('gone')
      ? { kind: 'failed', failure: { kind: 'picture-gone' } }
      : { kind: 'facts', facts: { ...facts, width: process.pid, height: tasks.length } },
  )
  process.send?.({ kind: 'inspected', results: hasOne(tasks, 'one too few') ? results.slice(1) : results, rss: 1 })
}
const hasOne = (tasks: readonly Task[], part: string): boolean => tasks.some((one) => one.path.includes(part))

process.on('message', (task: Task & { readonly tasks?: readonly Task[] }) => (task.tasks ? workTogether(task.tasks) : work(task)))
