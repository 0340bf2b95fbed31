import { damaged } from './damaged-part.ts'
import { fileSteps } from './file-steps-part.ts'
import { answers, clocks, cuts } from './in-process-parts.ts'
import type { Part } from './part.ts'
import { pictures } from './pictures-part.ts'
import { kills, sampledSteps, starts } from './process-parts.ts'
import { refreshes } from './refresh-part.ts'
import { macosSeeds, seeds, windowsSeeds } from './seeds-part.ts'

/** All parts of the campaign, in order. */
export const parts: readonly Part[] = [
  seeds,
  windowsSeeds,
  macosSeeds,
  fileSteps,
  sampledSteps,
  kills,
  damaged,
  clocks,
  cuts,
  refreshes,
  pictures,
  answers,
  starts,
]
