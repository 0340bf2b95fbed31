import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeWorkbook } from '../../../electron/core/exchange/exports/files/write-workbook.ts'
import { openTestCore } from '../../support/open-test-core.ts'
import { alternate } from '../alternate.ts'
import { type BenchLine, type BenchResult, seconds } from '../bench-line.ts'
import { missingTools, runTool } from '../run-tool.ts'
import { runWatched } from '../run-watched.ts'

/** Issue 38: 100,000 rows. */
const goals = { csv: 5_000, xlsx: 15_000, addedMb: 300, preview: 1_000 }
const variantsEach = 4

const headers =
  'Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Price,Variant Barcode,Image Src,Status'.split(
    ',',
  )

/** Rows of Shopify’s export: what is said of a product stands in its first variant’s row. */
const makeRows = (count: number): string[][] =>
  Array.from({ length: count }, (_, at) => {
    const product = Math.floor(at / variantsEach)
    const isFirst = at % variantsEach === 0
    const words = isFirst
      ? [`Linen shirt ${product}`, `<p>Soft, and washed “twice”. No. ${product}</p>`, 'Acme', 'Shirts', 'summer, linen', 'TRUE']
      : Array(6).fill('')
    const options = [isFirst ? 'Color' : '', at % 4 < 2 ? 'Red' : 'Navy Blue', isFirst ? 'Size' : '', at % 2 === 0 ? 'M' : 'L']
    return [
      `linen-shirt-${product}`,
      ...words,
      ...options,
      `LS-${product}-${at % variantsEach}`,
      '39.90',
      '',
      `https://cdn.shop.example/${at}.jpg`,
      isFirst ? 'active' : '',
    ]
  })

const quote = (cell: string): string => (/[,"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

async function* inOnePiece(rows: readonly (readonly string[])[]) {
  yield rows
}

const writeLists = async (folder: string, count: number) => {
  const rows = [headers, ...makeRows(count)]
  const [csv, xlsx] = [join(folder, 'products.csv'), join(folder, 'products.xlsx')]
  await writeFile(csv, rows.map((cells) => cells.map(quote).join(',')).join('\n'))
  const columns = headers.map(() => ({ width: 12, isHidden: false }))
  await writeFile(xlsx, writeWorkbook(inOnePiece(rows), 'Products', columns))
  return { csv, xlsx }
}

/** From the drop of a list to its first rows. */
const timePreview = async (folder: string, path: string): Promise<number> => {
  const { core, client } = await openTestCore(folder)
  const begun = performance.now()
  await core.addFiles([path], false)
  while ((await client.catalogue.opened())?.state.kind === 'reading') await new Promise((resolve) => setTimeout(resolve, 5))
  const took = performance.now() - begun
  await core.stop()
  return took
}

const measured = (what: string, value: number, goal: number, say: (value: number) => string, notes: readonly string[]): BenchResult => ({
  kind: 'measured',
  ...{ what, ours: say(value), reference: '', ratio: '', goal: `≤ ${say(goal)}`, met: value <= goal, notes },
})

/** A shop’s export is imported by the built command, and read by csvkit in the same run. */
export const lists: BenchLine = {
  name: 'lists',
  run: async ({ folder, isSmall, runs, say }) => {
    const count = isSmall ? 2_000 : 100_000
    const rows = `${count.toLocaleString('en')} rows of a shop’s export`
    if (process.platform !== 'linux') return [{ kind: 'skipped', what: rows, reason: 'memory is read from /proc, which Linux has' }]
    const missing = missingTools('csvcut', 'in2csv')
    if (missing !== undefined) return [{ kind: 'skipped', what: rows, reason: `${missing}: install csvkit` }]
    const own = join(folder, 'lists')
    await mkdir(own)
    const paths = await writeLists(own, count)
    let at = 0
    const importing = async (path: string, peaks: number[]): Promise<number> => {
      const dataFolder = join(own, `data-${at++}`)
      const { peakMb, ms } = await runWatched(['products', 'import', path, '--json'], dataFolder, '', true)
      peaks.push(peakMb)
      return ms
    }
    const { peakMb: base } = await runWatched(['status', '--json'], join(own, 'empty'), '')
    const results: BenchResult[] = []
    for (const [kind, reference] of [
      ['csv', ['csvcut', ['-c', '1-16', paths.csv]]],
      ['xlsx', ['in2csv', [paths.xlsx]]],
    ] as const) {
      say(`importing ${rows} as ${kind}`)
      const peaks: number[] = []
      const times = await alternate(
        runs,
        () => importing(paths[kind], peaks),
        () => runTool(reference[0], reference[1]),
      )
      const what = `${rows} imported from ${kind.toUpperCase()} (${reference[0]} reads and writes them)`
      const ratio = `${(Math.floor((times.reference / times.ours) * 100) / 100).toFixed(2)}×`
      const goal = goals[kind]
      results.push({
        kind: 'measured',
        ...{ what, ours: seconds(times.ours), reference: seconds(times.reference), ratio, goal: `≤ ${seconds(goal)}` },
        ...{ met: times.ours <= goal, notes: [times.spread] },
      })
      const added = Math.max(...peaks) - base
      results.push(measured(`… memory that it adds to the command`, added, goals.addedMb, (mb) => `${mb.toFixed(0)} MB`, []))
    }
    const previews: number[] = []
    for (let run = 0; run < runs; run++) previews.push(await timePreview(join(own, `preview-${run}`), paths.csv))
    const median = previews.sort((one, other) => one - other)[Math.floor(previews.length / 2)] ?? 0
    results.push(measured('… from its drop to its first rows', median, goals.preview, seconds, []))
    await rm(own, { recursive: true, force: true })
    return results
  },
}
