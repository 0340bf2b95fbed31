import { z } from 'zod'
import type { VisionTrial } from '../../../shared/vision.ts'
import type { VisionForProgram } from '../ports.ts'
import { type SpawnProgram, spawnNodeProgram } from './spawn-node-program.ts'
import { visionArguments, visionEnvironment } from './vision-program.ts'

const seenLine = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answer'), text: z.string() }),
  z.object({ kind: z.literal('cannot-tell') }),
  z.object({ kind: z.literal('failed'), reason: z.string() }),
])

/** For the program's own start, beyond the time that an answer may take. */
const startMs = 15_000

const describe = (line: string): VisionTrial => {
  const seen = seenLine.parse(JSON.parse(line))
  switch (seen.kind) {
    case 'answer':
      return { works: true, said: `Asked for the colour of a small red picture, it answered: “${seen.text}”` }
    case 'cannot-tell':
      return { works: true, said: 'It answered that it cannot tell what is on a tiny picture. Perhaps the model does not see.' }
    case 'failed':
      return { works: false, said: `${seen.reason.charAt(0).toUpperCase()}${seen.reason.slice(1)}.` }
  }
}

/** Asks the endpoint about a tiny picture by the very program that would ask it later. Never rejects. */
export const tryVision = async (
  entry: string,
  vision: VisionForProgram,
  spawnProgram: SpawnProgram = spawnNodeProgram,
): Promise<VisionTrial> => {
  const child = spawnProgram(entry, ['--try-vision', ...visionArguments(vision)], visionEnvironment(vision))
  return new Promise((resolve) => {
    let printed = ''
    let complaints = ''
    const timer = setTimeout(() => child.kill(), vision.timeoutSeconds * 1000 + startMs)
    child.onPrint((text) => {
      printed += text
    })
    child.onComplaint((text) => {
      complaints = (complaints + text).slice(-2_000)
    })
    child.onEnd((how) => {
      clearTimeout(timer)
      try {
        resolve(describe(printed))
      } catch {
        resolve({ works: false, said: complaints.trim().split('\n').at(-1) || `It was not tried: the program ended with ${how}.` })
      }
    })
  })
}
