import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startScriptedService } from '../../support/scripted-service.ts'
import { type Effect, effectOf } from './main-job.ts'
import type { Part } from './part.ts'
import { runChild } from './run-child.ts'

const entry = fileURLToPath(new URL('./main-job-child.ts', import.meta.url))
const faults = ['crash', 'EIO', 'ENOSPC'] as const

type Report = {
  readonly left: string | null
  readonly steps: number
  readonly pictures: number
  readonly jobs: string[]
  readonly repeats: string[]
}

const readReport = (stdout: string): Report | null => {
  const line = stdout.trim().split('\n').at(-1) ?? ''
  return line.startsWith('{') ? (JSON.parse(line) as Report) : null
}

const countRepeated = (effects: readonly Effect[], operation: string): number => {
  const keys = effects.filter((one) => one.operation === operation).map(({ key }) => key)
  return new Set(keys.filter((key, index) => keys.indexOf(key) !== index)).size
}

/** A fault at one step of the main job. Then the job is requested again without a fault, and must complete. */
const tryStep = async (fault: string, step: number): Promise<{ lost: string | null; steps: number }> => {
  const folder = await mkdtemp(join(tmpdir(), 'packshot-steps-'))
  const service = await startScriptedService()
  const effects: Effect[] = []
  service.answer = (request) => {
    effects.push(effectOf(request))
    return undefined
  }
  try {
    const run = (...more: string[]) => runChild(process.execPath, [entry, folder, service.baseUrl, ...more], 120_000)
    const first = fault === 'none' ? null : await run(fault, String(step))
    const second = await run('none', '0')
    const report = readReport(second.stdout)
    if (!report)
      return {
        lost: `the next start failed: ${second.stderr.trim().slice(-300)} (before: ${first?.stderr.trim().slice(-200) ?? ''})`,
        steps: 0,
      }
    const silent = (['upload-source', 'create-product'] as const).find(
      (operation) => countRepeated(effects, operation) > report.repeats.filter((one) => one === operation).length,
    )
    const missing = report.pictures === 3 ? null : `${report.pictures} of 3 pictures are there`
    return { lost: report.left ?? missing ?? (silent ? `${silent} was done twice in silence` : null), steps: report.steps }
  } finally {
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

export const fileSteps: Part = {
  name: 'steps',
  title: 'A crash, EIO and ENOSPC at every step of the main job through the file port',
  total: async () => (await tryStep('none', 0)).steps * faults.length,
  atOnce: 2,
  open: async () => ({
    tryOne: async (index) => (await tryStep(faults[index % faults.length] ?? 'crash', 1 + Math.floor(index / faults.length))).lost,
    close: async () => {},
  }),
}
