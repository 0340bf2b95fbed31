import { z } from 'zod'
import type { VisionTrial } from '../../../../shared/workspaces/vision.ts'
import type { VisionForProgram } from './running-sample.ts'
import { type SpawnProgram, spawnNodeProgram } from './spawn-node-program.ts'
import { visionArguments, visionEnvironment } from './vision-program.ts'

const seenLine = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answer'), text: z.string() }),
  z.object({ kind: z.literal('cannot-tell') }),
  z.object({ kind: z.literal('failed'), reason: z.string() }),
])

/** Extra time for the program's start, beyond the timeout. */
const startMs = 15_000

const parseLine = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

const describe = (line: string): VisionTrial => {
  const seen = seenLine.safeParse(parseLine(line)).data
  if (!seen) return { works: false, said: 'The program that asks the endpoint gave an invalid answer.' }
  switch (seen.kind) {
    case 'answer':
      return { works: true, said: `Asked for the colour of a small red picture, it answered: “${seen.text}”` }
    case 'cannot-tell':
      return { works: true, said: 'It answered that it cannot tell what is on a tiny picture. The model may not support pictures.' }
    case 'failed':
      return { works: false, said: `${seen.reason.charAt(0).toUpperCase()}${seen.reason.slice(1)}.` }
  }
}

/** Asks the endpoint about a tiny picture with the same program that uses it later. Never rejects. */
export const tryVision = async (
  entry: string,
  vision: VisionForProgram,
  spawnProgram: SpawnProgram = spawnNodeProgram,
): Promise<VisionTrial> => {
  const child = spawnProgram(entry, ['--try-vision', ...visionArguments(vision)], visionEnvironment(vision))
  return new Promise((resolve) => {
    let printed = ''
    let complaints = ''
    const settle = (trial: VisionTrial): void => {
      clearTimeout(timer)
      child.kill()
      resolve(trial)
    }
    const timer = setTimeout(
      () => settle({ works: false, said: 'The program that asks the endpoint did not answer.' }),
      vision.timeoutSeconds * 1000 + startMs,
    )
    child.onPrint((text) => {
      printed += text
      if (printed.includes('\n')) settle(describe(printed))
    })
    child.onComplaint((text) => {
      complaints = (complaints + text).slice(-2_000)
    })
    child.onEnd((how) => {
      const said = complaints.trim().split('\n').at(-1) || `The test could not be completed: the program ended with ${how}.`
      settle({ works: false, said })
    })
  })
}
