import * as fs from 'node:fs'
import type { World } from './world.ts'

export type FileStamps = ReturnType<typeof createFileStamps>

/**
 * Sizes and times of files, as drives and programs give them: a clock with coarse ticks; programs that keep a file's time (`cp -p`, unzip), for
 * pictures that are all of one size (uncompressed ones of one camera); a drive whose change times never stay. `mayBeCoarse`: a file that is written
 * within one tick is told apart by its events.
 */
export const createFileStamps = (world: World, mayBeCoarse: boolean) => {
  const tickMs = world.pick(mayBeCoarse ? [1, 10, 2_000] : [1, 10])
  const isUniform = world.chance(0.5)
  const isRestless = !isUniform && world.chance(0.2)
  const kept = world.wall() - 1_000_000
  /** By the number of the file: it goes with it when it is renamed. */
  const changed = new Map<number, number>()
  const now = (): number => Math.floor(world.wall() / tickMs) * tickMs

  /** Something of it was changed now. */
  const change = (path: string): void => void changed.set(fs.statSync(path).ino, now())
  const setTime = (path: string, ms: number): void => {
    fs.utimesSync(path, ms / 1_000, ms / 1_000)
    change(path)
  }
  return {
    change,
    /** Its content was written now. */
    write: (path: string): void => setTime(path, now()),
    /** It is complete; some programs then give it the time that it had where it comes from. */
    complete: (path: string): void => {
      if (isUniform && world.chance(0.7)) setTime(path, kept)
    },
    contentOf: (text: string): string => (isUniform ? text.padEnd(24) : `${text} ${'x'.repeat(world.int(3))}`),
    changedOf: ({ ino }: { readonly ino: number }): number | undefined => (isRestless ? world.random() : changed.get(ino)),
  }
}
