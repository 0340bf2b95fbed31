import type { VisionForProgram } from './running-sample.ts'

/** Arguments for the sample workspace's vision endpoint. Any user of the computer can read a command line, so the key is not among them. */
export const visionArguments = (vision: VisionForProgram | undefined): string[] =>
  vision ? [`--vision-url=${vision.url}`, `--vision-model=${vision.model}`, `--vision-timeout=${vision.timeoutSeconds}`] : []

/** Always set, so that a key of our own environment is never taken for that of an endpoint chosen in the settings. */
export const visionEnvironment = (vision: VisionForProgram | undefined): Readonly<Record<string, string>> =>
  vision ? { PACKSHOT_VISION_KEY: vision.key ?? '' } : {}
