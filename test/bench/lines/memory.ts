import type { BenchLine } from '../bench-line.ts'
import { copyQueued, discard } from '../queued-folder.ts'
import { runMeasured } from '../run-measured.ts'
import { startService } from '../start-service.ts'

const limitMb = 200

export const memory: BenchLine = {
  name: 'memory',
  run: async (context) => {
    const files = context.isSmall ? 200 : 10_000
    const what = `Peak memory of the main process, uploading ${files.toLocaleString('en')} files`
    const dataFolder = await copyQueued(context, files)
    const service = await startService(0)
    try {
      context.say(what)
      const { peakRss, ms } = await runMeasured({ kind: 'upload', dataFolder, baseUrl: service.baseUrl, files })
      const megabytes = peakRss / 1024 / 1024
      const notes = [`${Math.round((files / ms) * 1000).toLocaleString('en')} files/s; a Node process that has loaded the core only has some 90 MB`]
      return [
        { kind: 'measured', what, ours: `${megabytes.toFixed(0)} MB`, reference: '', ratio: '', goal: `< ${limitMb} MB`, met: megabytes < limitMb, notes },
      ]
    } finally {
      await service.stop()
      await discard(dataFolder)
    }
  },
}
