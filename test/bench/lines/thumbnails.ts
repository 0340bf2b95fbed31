import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { alternate, median } from '../alternate.ts'
import { type BenchLine, race, seconds } from '../bench-line.ts'
import { runMeasured } from '../run-measured.ts'
import { missingTools, runTool } from '../run-tool.ts'

const maker = fileURLToPath(new URL('../make-photographs.ts', import.meta.url))

export const thumbnails: BenchLine = {
  name: 'thumbnails',
  run: async ({ folder, isSmall, runs, say }) => {
    const count = isSmall ? 4 : 40
    const what = `Thumbnails of ${count} JPEGs of 12 megapixels (vipsthumbnail, two processes)`
    const missing = missingTools('vipsthumbnail')
    if (missing !== undefined) return [{ kind: 'skipped', what, reason: missing }]
    const [photographs, ours, theirs] = [join(folder, 'photographs'), join(folder, 'thumbnails-ours'), join(folder, 'thumbnails-theirs')]
    for (const one of [photographs, ours, theirs]) await mkdir(one)
    say(`making ${count} pictures of 12 megapixels`)
    await runTool(process.execPath, ['--disable-warning=ExperimentalWarning', maker, photographs, String(count)])
    const paths = (await readdir(photographs)).map((name) => join(photographs, name))
    // Like ours: with one process per core, one thread per process is fastest.
    const env = { ...process.env, VIPS_CONCURRENCY: '1' }
    const halves = [paths.filter((_, index) => index % 2 === 0), paths.filter((_, index) => index % 2 === 1)]
    const vipsthumbnail = async (): Promise<number> => {
      const begun = performance.now()
      await Promise.all(
        halves.map((half) => runTool('vipsthumbnail', ['--size', '512x512', '-o', join(theirs, '%s.jpg[Q=80]'), ...half], env)),
      )
      return performance.now() - begun
    }
    const cold: number[] = []
    try {
      say(what)
      const times = await alternate(
        runs,
        async () => {
          const outcome = await runMeasured({ kind: 'thumbnails', paths, folder: ours })
          cold.push(Object.values(outcome.phases)[0] ?? 0)
          return outcome.ms
        },
        vipsthumbnail,
      )
      const each = times.ours / count
      const notes = [
        times.spread,
        `${each.toFixed(0)} ms a picture; starting the pool with its first two pictures takes ${seconds(median(cold))}, once`,
      ]
      return [race(what, times.ours, times.reference, 0.95, notes)]
    } finally {
      for (const one of [photographs, ours, theirs]) await rm(one, { recursive: true, force: true })
    }
  },
}
