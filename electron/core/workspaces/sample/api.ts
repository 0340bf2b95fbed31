import { AppError, toAppError } from '../../../../shared/base/errors.ts'
import type { VisionView } from '../../../../shared/workspaces/vision.ts'
import type { HandlerContext } from '../../call-context.ts'
import { implementer as os } from '../../implementer.ts'
import { tidyEndpoint, visionProblems } from './vision-rules.ts'

type Ports = Pick<HandlerContext, 'active' | 'getSecrets' | 'ports' | 'restartSample' | 'vision'>

/** The vision endpoint of the embedded sample workspace. */
export const createVisionHandlers = ({ active, ports, getSecrets, vision, restartSample }: Ports) => {
  const view = async (): Promise<VisionView> => {
    const endpoint = vision.get()
    const { store } = await getSecrets()
    const key = endpoint && (await vision.findKey(endpoint.url).catch(() => null))
    return { endpoint, hasKey: key !== null, storage: store.storage }
  }
  const requireOwn = async (): Promise<void> => {
    if (!active.get()?.connection.isSample) throw new AppError('no-connection', { kind: 'sample-not-in-use' }, { kept: 'nothing-changed' })
    if ((await active.ensureSample()).runsElsewhere)
      throw new AppError('usage', { kind: 'sample-runs-elsewhere' }, { kept: 'nothing-changed' })
  }

  return {
    get: os.vision.get.handler(view),
    set: os.vision.set.handler(async ({ input }) => {
      await requireOwn()
      const endpoint = input.endpoint && tidyEndpoint(input.endpoint)
      const key = 'key' in input ? input.key?.trim() : undefined
      const problems = endpoint ? visionProblems(endpoint, key) : []
      if (problems.length > 0) return { problems: [...problems], view: await view() }
      const before = await vision.forProgram()
      await vision.set(endpoint, key === '' ? null : key)
      try {
        await restartSample()
      } catch (error) {
        // A sample workspace that does not start with it keeps its previous settings.
        await vision.set(
          before ? { url: before.url, model: before.model, timeoutSeconds: before.timeoutSeconds } : null,
          before?.key ?? null,
        )
        await restartSample()
        throw new AppError('usage', { kind: 'vision-not-changed', because: toAppError(error).toRecord() }, { cause: error })
      }
      return { problems: [], view: await view() }
    }),
    try: os.vision.try.handler(async ({ input }) => {
      const endpoint = tidyEndpoint(input.endpoint)
      const typed = input.key?.trim()
      const problems = visionProblems(endpoint, typed)
      if (problems.length > 0) return { problems: [...problems], trial: null }
      const key = typed ?? (await vision.findKey(endpoint.url))
      return { problems: [], trial: await ports.tryVision(key ? { ...endpoint, key } : endpoint) }
    }),
  }
}
