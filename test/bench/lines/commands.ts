import { cp, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeLargeLibrary } from '../../fixtures/large-library.ts'
import { median } from '../alternate.ts'
import { type BenchContext, type BenchLine, type BenchResult, seconds } from '../bench-line.ts'
import { profileMeasured, runMeasured } from '../run-measured.ts'

/** What may be asked of this many pictures at once, in milliseconds: the call until it is on disk, and its longest turn. */
const goals: Readonly<Record<number, number>> = { 10000: 300, 100000: 2_500 }

const makeTemplate = async (context: BenchContext, pictures: number): Promise<string> => {
  context.say(`making a library of ${pictures.toLocaleString('en')} pictures`)
  const folder = join(context.folder, `commands-${pictures}`)
  // Nothing listens there, so nothing is sent; each picture is uploaded.
  await makeLargeLibrary(folder, { pictures, waiting: 0, baseUrl: 'http://127.0.0.1:9', isActive: true, thumbnails: 0 })
  return folder
}

const measureSize = async (context: BenchContext, pictures: number): Promise<readonly BenchResult[]> => {
  const template = await makeTemplate(context, pictures)
  const phases: Readonly<Record<string, number>>[] = []
  const copy = async (name: string): Promise<string> => {
    const dataFolder = join(context.folder, name)
    await mkdir(dataFolder)
    await cp(join(template, 'library.db'), join(dataFolder, 'library.db'))
    return dataFolder
  }
  for (let run = 0; run < context.runs; run++) {
    context.say(`${pictures.toLocaleString('en')} pictures, run ${run + 1} of ${context.runs}`)
    const dataFolder = await copy(`commands-${pictures}-${run}`)
    phases.push((await runMeasured({ kind: 'commands', dataFolder })).phases)
    await rm(dataFolder, { recursive: true, force: true })
  }
  const names = Object.keys(phases[0] ?? {}).filter((name) => !name.endsWith(' turn'))
  const goal = goals[pictures] ?? null
  const all = (name: string): number[] => phases.map((one) => one[name] ?? Number.NaN)
  const results = names.map((name): BenchResult => {
    const [took, turn] = [median(all(name)), median(all(`${name} turn`))]
    return {
      kind: 'measured',
      what: `${name}, ${pictures.toLocaleString('en')} pictures: until it is on disk · longest turn`,
      ours: `${seconds(took)} · ${seconds(turn)}`,
      reference: '',
      ratio: '',
      goal: goal === null ? '' : `≤ ${seconds(goal)}`,
      met: goal === null ? null : Math.max(took, turn) <= goal,
      notes: [
        `runs in ms: ${all(name)
          .map((one) => one.toFixed(0))
          .join(', ')}`,
      ],
    }
  })
  const missed = results.some((one) => one.kind === 'measured' && one.met === false)
  if (missed) {
    const dataFolder = await copy(`commands-${pictures}-profile`)
    for (const line of await profileMeasured({ kind: 'commands', dataFolder }, context.folder)) context.say(line)
    await rm(dataFolder, { recursive: true, force: true })
  }
  return results
}

/** What a person asks of all pictures at once is one transaction, and one turn of the event loop. */
export const commands: BenchLine = {
  name: 'commands',
  run: async (context) => {
    const results: BenchResult[] = []
    for (const pictures of context.isSmall ? [500] : [10_000, 100_000]) results.push(...(await measureSize(context, pictures)))
    return results
  },
}
