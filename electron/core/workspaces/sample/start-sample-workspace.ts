import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../../../shared/base/errors.ts'
import type { Failure } from '../../../../shared/base/failures.ts'
import type { RunningSampleWorkspace, VisionForProgram } from './running-sample.ts'
import { greetSample, readSampleSecret } from './sample-owner.ts'
import { type SpawnProgram, spawnNodeProgram } from './spawn-node-program.ts'
import { visionArguments, visionEnvironment } from './vision-program.ts'

type SampleNotStarted = Extract<Failure, { kind: 'sample-not-started' }>

const readyLine = z.object({ ready: z.literal(true), baseUrl: z.string(), connectionFile: z.string() })
const startMs = 20_000
const lookEveryMs = 5_000

const isServed = async (baseUrl: string, secret: string): Promise<boolean> => (await greetSample(baseUrl, secret)) !== null

/** One that is not our child is polled, as there is no other sign of its end. A busy one may be slow, so silence does not count as its end. */
const watchRunning = (baseUrl: string, secret: string): Pick<RunningSampleWorkspace, 'ended' | 'stop'> => {
  let timer: NodeJS.Timeout | undefined
  const ended = new Promise<string>((resolve) => {
    timer = setInterval(() => {
      const look = isServed(baseUrl, secret).catch((error: unknown) => error instanceof Error && error.name === 'TimeoutError')
      void look.then((isThere) => {
        if (isThere) return
        clearInterval(timer)
        resolve('whoever ran it has ended it')
      })
    }, lookEveryMs)
    timer.unref()
  })
  return { ended, stop: async () => clearInterval(timer) }
}

/** A sample workspace that another program already runs on this folder, e.g. `packshot workspace serve`. */
const findRunning = async (folder: string): Promise<RunningSampleWorkspace | undefined> => {
  try {
    const connectionFile = await readFile(join(folder, 'workspace.packshot'), 'utf8')
    const { baseUrl } = z.object({ baseUrl: z.string() }).parse(JSON.parse(connectionFile))
    const secret = await readSampleSecret(folder)
    if (secret === null || !(await isServed(baseUrl, secret))) return undefined
    return { connectionFile, runsElsewhere: true, ...watchRunning(baseUrl, secret) }
  } catch {
    return undefined
  }
}

/**
 * Starts the sample workspace as a child process and waits until it listens; it ends with this process. One that runs on the
 * folder already is used as it is. `vision`: the endpoint for questions that pixels and OCR can't answer. `entry`: the built entry's path; `spawnProgram`: how this host starts a program of ours.
 * Errors: `offline` with what the process said when it does not come up.
 */
export const startSampleWorkspace = async (
  entry: string,
  folder: string,
  vision?: VisionForProgram,
  spawnProgram: SpawnProgram = spawnNodeProgram,
): Promise<RunningSampleWorkspace> => {
  const running = await findRunning(folder)
  if (running) return running
  const child = spawnProgram(entry, ['--data-dir', folder, ...visionArguments(vision)], visionEnvironment(vision))
  let complaints = ''
  child.onComplaint((text) => {
    complaints = (complaints + text).slice(-2_000)
  })
  const ended = new Promise<string>((resolve) => {
    child.onEnd((how) => resolve(`${how}${complaints === '' ? '' : `: ${complaints.trim().split('\n').at(-1)}`}`))
  })
  const line = await new Promise<string>((resolve, reject) => {
    const fail = (why: SampleNotStarted['why']): void => {
      const said = complaints.trim().split('\n').at(-1) ?? ''
      reject(new AppError('offline', { kind: 'sample-not-started', said, why }, { kept: 'queue' }))
    }
    const timer = setTimeout(() => {
      child.kill()
      fail({ silentSeconds: startMs / 1_000 })
    }, startMs)
    let text = ''
    child.onPrint((piece) => {
      text += piece
      const end = text.indexOf('\n')
      if (end < 0) return
      clearTimeout(timer)
      resolve(text.slice(0, end))
    })
    child.onEnd((how) => {
      clearTimeout(timer)
      fail({ endedWith: how })
    })
  })
  const ready = readyLine.parse(JSON.parse(line))
  return {
    connectionFile: await readFile(ready.connectionFile, 'utf8'),
    ended,
    stop: async () => {
      child.end()
      await ended
    },
  }
}
