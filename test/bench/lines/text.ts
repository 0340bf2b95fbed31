import { copyFile, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { alternate } from '../alternate.ts'
import { type BenchLine, race } from '../bench-line.ts'
import { runMeasured } from '../run-measured.ts'
import { missingTools, runTool } from '../run-tool.ts'

const samples = fileURLToPath(new URL('../../../build/sample-pictures/pictures', import.meta.url))

/** The text on the sample pictures, as the sample workspace reads it: without checks of what it says, which are tests. */
export const text: BenchLine = {
  name: 'text',
  run: async ({ folder, isSmall, runs, say }) => {
    const names = (await readdir(samples)).sort().slice(0, isSmall ? 2 : 12)
    const what = `Text on ${names.length} sample packs (tesseract, two processes)`
    const missing = missingTools('tesseract')
    if (missing !== undefined) return [{ kind: 'skipped', what, reason: missing }]
    const pictures = join(folder, 'packs')
    await mkdir(pictures)
    // Its command line takes no list of names with spaces.
    const paths = await Promise.all(
      names.map(async (name, index) => {
        const path = join(pictures, `${index}.${name.split('.').at(-1)}`)
        await copyFile(join(samples, name), path)
        return path
      }),
    )
    const env = { ...process.env, OMP_THREAD_LIMIT: '1' }
    const half = async (rest: number): Promise<void> => {
      for (const path of paths.filter((_, index) => index % 2 === rest)) await runTool('tesseract', [path, path, '--psm', '3'], env)
    }
    const tesseract = async (): Promise<number> => {
      const begun = performance.now()
      await Promise.all([half(0), half(1)])
      return performance.now() - begun
    }
    let words = 0
    try {
      say(what)
      const ours = async (): Promise<number> => {
        const { ms, count } = await runMeasured({ kind: 'text', paths })
        words = count
        return ms
      }
      const times = await alternate(runs, ours, tesseract)
      const read = (await Promise.all(paths.map((path) => readFile(`${path}.txt`, 'utf8')))).join(' ').split(/\s+/)
      const theirs = read.filter((word) => /[\p{L}\p{N}]{2}/u.test(word)).length
      return [race(what, times.ours, times.reference, 0.5, [times.spread, `words found: ours ${words}, theirs ${theirs}`])]
    } finally {
      await rm(pictures, { recursive: true, force: true })
    }
  },
}
