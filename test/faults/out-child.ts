import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sheetView } from '../../shared/answers/sheet.ts'
import { usualLayout } from '../../shared/exchange/export-presets.ts'
import { openTestCore } from '../support/open-test-core.ts'

/**
 * node out-child.ts export|merge FOLDER DATA: a process to be killed. `export` writes tables, copies of pictures and a hand-over of the library DATA
 * again and again, over the earlier ones; `merge` merges the hand-over in FOLDER, or goes on with that. It prints `begun` when that begins, and `done`
 * when a merge is over.
 */
const [what = '', folder = '', data = ''] = process.argv.slice(2)
const { client } = await openTestCore(join(folder, data))
const tell = (line: string): void => writeFileSync(1, `${line}\n`)

const exportAgain = async (): Promise<never> => {
  const [set] = await client.questionSets.list()
  if (!set) throw new Error('the library has no question set')
  const view = sheetView.parse({ setId: set.id })
  const layout = usualLayout('pictures', set.questions)
  const csv = { ...layout, form: { kind: 'csv', separator: ',', bom: true, flat: false } as const }
  const to = (name: string) => ({ kind: 'path', path: join(folder, 'out', name) }) as const
  const [alt] = set.questions
  tell('begun')
  for (;;) {
    await client.exports.write({ view, which: 'all', layout: csv, to: to('texts.csv') })
    await client.exports.write({ view, which: 'all', layout: { ...layout, form: { kind: 'xlsx' } }, to: to('texts.xlsx') })
    await client.exports.pictures({ view, which: 'all', fields: { alt: alt?.question ?? '' }, to: to('copies'), replaces: true })
    await client.handover.write({ to: to('work.packshot-handover'), originals: true })
  }
}

const merge = async (): Promise<void> => {
  const open = await client.handover.view()
  if (open === null) {
    const { id } = await client.handover.open({ path: join(folder, 'out', 'work.packshot-handover') })
    tell('begun')
    await client.handover.merge({ id, choices: { usual: null, each: [] } })
  } else {
    tell('begun')
    for (let state = open.state; state.kind !== 'merged'; state = (await client.handover.view())?.state ?? state) {
      if (state.kind === 'failed') throw new Error(JSON.stringify(state.problem))
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  tell('done')
}

if (what === 'export') await exportAgain()
await merge()
process.exit(0)
