import type { Asked, Said } from './command-process.ts'
import { packshotInside } from './packshot-inside.ts'

const say = (said: Said): unknown => process.send?.(said)

// The process that command-process.ts starts.
process.on('message', async ({ id, args, dataFolder, stdin }: Asked) => {
  const { code, signal, stdout, stderr } = await packshotInside(args, { dataFolder, stdin, onStderr: (text) => say({ id, stderr: text }) })
  say({ id, ended: { code, signal, stdout, stderr } })
})
process.once('disconnect', () => process.exit())
