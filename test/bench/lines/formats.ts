import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ImageFormat } from '../../../shared/pictures/picture-formats.ts'
import { alternate } from '../alternate.ts'
import { type BenchContext, type BenchLine, type BenchResult, race } from '../bench-line.ts'
import { runMeasured } from '../run-measured.ts'
import { missingTools, runTool } from '../run-tool.ts'

const maker = fileURLToPath(new URL('../make-photographs.ts', import.meta.url))

type Command = readonly [program: string, ...args: string[]]

/** How a format's pictures are made from a JPEG or PNG, and what reads them natively: both end with a JPEG of quality 90. */
type Way = {
  readonly format: ImageFormat
  readonly ending: string
  readonly make: (jpeg: string, png: string, target: string) => Command
  readonly read: (path: string, target: string) => Command
  readonly goal: number
}

/** Of what libvips reads, and of WebAssembly or JavaScript. */
const goals = { sharp: 0.9, own: 0.4 }

/** With Huffman tables of its own, as ours: a twentieth smaller. */
const vips = (path: string, target: string): Command => ['vips', 'copy', path, `${target}[Q=90,optimize-coding]`]
/** With all of the colors, as ours. */
const convert = (path: string, target: string): Command => ['convert', path, '-sampling-factor', '4:4:4', '-quality', '90', target]

const ways: readonly Way[] = [
  { format: 'webp', ending: 'webp', make: (jpeg, _, to) => ['vips', 'copy', jpeg, `${to}[Q=85,effort=1]`], read: vips, goal: goals.sharp },
  {
    format: 'avif',
    ending: 'avif',
    make: (_, png, to) => ['avifenc', '-s', '9', png, to],
    // avifdec leaves out a part of the work: its JPEG has half of the colors, and usual Huffman tables.
    read: vips,
    goal: goals.sharp,
  },
  { format: 'tiff', ending: 'tif', make: (jpeg, _, to) => ['vips', 'copy', jpeg, `${to}[compression=lzw]`], read: vips, goal: goals.sharp },
  { format: 'gif', ending: 'gif', make: (jpeg, _, to) => ['vips', 'copy', jpeg, `${to}[effort=1]`], read: vips, goal: goals.sharp },
  {
    format: 'heic',
    ending: 'heic',
    make: (jpeg, _, to) => ['heif-enc', '-q', '60', '-p', 'preset=ultrafast', jpeg, '-o', to],
    read: (path, to) => ['heif-convert', '-q', '90', path, to],
    goal: goals.own,
  },
  { format: 'bmp', ending: 'bmp', make: (jpeg, _, to) => ['convert', jpeg, to], read: convert, goal: goals.own },
  { format: 'psd', ending: 'psd', make: (jpeg, _, to) => ['convert', jpeg, '-compress', 'RLE', to], read: convert, goal: goals.own },
  {
    format: 'jxl',
    ending: 'jxl',
    make: (_, png, to) => ['cjxl', '--quiet', '-d', '1', '-e', '3', png, to],
    read: (path, to) => ['djxl', '--quiet', '--num_threads=0', '-q', '90', path, to],
    goal: goals.own,
  },
  { format: 'jp2', ending: 'jp2', make: (_, png, to) => ['opj_compress', '-i', png, '-o', to, '-r', '10'], read: convert, goal: goals.own },
]

const measure = async (way: Way, sources: readonly string[], { folder, runs, say }: BenchContext): Promise<BenchResult> => {
  const { format, ending, goal } = way
  const made = sources.map((_, index) => join(folder, `${index}.${ending}`))
  const what = `${sources.length} ${format.toUpperCase()} pictures of 12 megapixels to JPEG (${way.read('', '')[0]})`
  const missing = missingTools(way.read('', '')[0], way.make('', '', '')[0])
  if (missing !== undefined) return { kind: 'skipped', what, reason: missing }
  say(what)
  for (const [index, jpeg] of sources.entries()) {
    const [program, ...args] = way.make(jpeg, jpeg.replace(/jpg$/, 'png'), made[index] ?? '')
    await runTool(program, args)
  }
  const env = { ...process.env, VIPS_CONCURRENCY: '1', OMP_NUM_THREADS: '1', MAGICK_THREAD_LIMIT: '1' }
  const theirs = async (): Promise<number> => {
    const begun = performance.now()
    for (const path of made) {
      const [program, ...args] = way.read(path, join(folder, 'theirs.jpg'))
      await runTool(program, args, env)
    }
    return performance.now() - begun
  }
  const ours = async (): Promise<number> => (await runMeasured({ kind: 'conversions', format, paths: made, folder })).ms
  const times = await alternate(runs, ours, theirs)
  for (const path of made) await rm(path, { force: true })
  return race(what, times.ours, times.reference, goal, [times.spread])
}

/** Pictures of other formats, converted as they are for a workspace, beside the program that reads them natively; one process and one thread each. */
export const formats: BenchLine = {
  name: 'formats',
  run: async (context) => {
    const folder = join(context.folder, 'formats')
    await mkdir(folder)
    try {
      const count = context.isSmall ? 1 : 4
      await runTool(process.execPath, ['--disable-warning=ExperimentalWarning', maker, folder, String(count)])
      const sources = Array.from({ length: count }, (_, index) => join(folder, `photograph-${String(index).padStart(2, '0')}.jpg`))
      const missing = missingTools('vips')
      if (missing !== undefined) return [{ kind: 'skipped', what: 'Pictures of other formats to JPEG', reason: missing }]
      for (const jpeg of sources) await runTool('vips', ['copy', jpeg, `${jpeg.replace(/jpg$/, 'png')}[compression=1]`])
      const results: BenchResult[] = []
      for (const way of ways) results.push(await measure(way, sources, { ...context, folder }))
      return results
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}
