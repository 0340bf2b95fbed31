import { readFile } from 'node:fs/promises'

const arenaBytes = 64 * 1024 * 1024

/** Resident memory by its kind, in MB. */
export type MemoryParts = { readonly program: number; readonly allocated: number; readonly heap: number }

/**
 * What a process of Node consists of now, from Linux's /proc. `program`: its own file and libraries, which the system can drop or share.
 * `allocated`: malloc's heap and the arenas of threads (aligned to 64 MB). `heap`: all other memory, nearly all of it V8's.
 */
export const readMemoryParts = async (pid: number): Promise<MemoryParts> => {
  const parts = { program: 0, allocated: 0, heap: 0 }
  let part: keyof typeof parts = 'heap'
  for (const line of (await readFile(`/proc/${pid}/smaps`, 'utf8')).split('\n')) {
    const mapping = /^([0-9a-f]+)-[0-9a-f]+ (\S+) \S+ \S+ \S+\s*(.*)$/.exec(line)
    if (mapping) {
      const [, start = '', access, name = ''] = mapping
      const isArena = name === '' && access === 'rw-p' && Number.parseInt(start, 16) % arenaBytes === 0
      part = name.startsWith('/') ? 'program' : name === '[heap]' || isArena ? 'allocated' : 'heap'
    }
    const resident = /^Rss:\s+(\d+) kB$/.exec(line)
    if (resident) parts[part] += Number(resident[1]) / 1024
  }
  return parts
}

export const describeMemory = ({ program, allocated, heap }: MemoryParts): string =>
  `Node's own program ${program.toFixed(0)} MB, malloc ${allocated.toFixed(0)} MB, V8 ${heap.toFixed(0)} MB`
