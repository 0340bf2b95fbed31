import { forkImageWorker } from '../../../../electron/core/formats/decoding-process/fork-decoding-process.ts'

// Starts a worker, gives it a picture to decode, prints its pid and dies without telling the worker.
const [entry = '', path = '', thumbnailPath = ''] = process.argv.slice(2)
const worker = forkImageWorker(entry)
worker.onMessage(() => {})
if (path) worker.send({ kind: 'inspect', path, format: 'png', thumbnailPath, temporaryPath: `${thumbnailPath}.part` })
setTimeout(() => {
  process.stdout.write(String(worker.pid), () => process.kill(process.pid, 'SIGKILL'))
}, 400)
