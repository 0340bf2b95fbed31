import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { env, InferenceSession, Tensor } from 'onnxruntime-web'
import { boundMemory } from './bound-memory.ts'
import { findPrint } from './find-print.ts'

// The thread that finds print with two small networks of PaddleOCR: one says where lines of text are, the other which letters they have.

boundMemory(1024 * 1024 * 1024)
// Ends only this thread: an unhandled error would end the whole service.
process.on('uncaughtException', () => process.exit(1))

// One thread as for tesseract: pictures are read beside what a person does.
env.wasm.numThreads = 1

const { modelFolder } = workerData as { readonly modelFolder: string }
const open = async (name: string) => {
  const session = await InferenceSession.create(readFileSync(join(modelFolder, name)), { executionProviders: ['wasm'] })
  const [input = '', output = ''] = [session.inputNames[0], session.outputNames[0]]
  return async (data: Float32Array, width: number, height: number): Promise<{ data: Float32Array; dims: readonly number[] }> => {
    const found = (await session.run({ [input]: new Tensor('float32', data, [1, 3, height, width]) }))[output]
    if (!found) throw new Error('a network of the text reader answered nothing')
    return { data: found.data as Float32Array, dims: found.dims }
  }
}

const opening = Promise.all([open('ch_PP-OCRv4_det_infer.onnx'), open('ch_PP-OCRv4_rec_infer.onnx')])
opening.catch(() => process.exit(1))
const alphabet = readFileSync(join(modelFolder, 'ppocr_keys_v1.txt'), 'utf8').split(/\r?\n/)

parentPort?.on('message', async ({ id, pictures }: { readonly id: number; readonly pictures: Parameters<typeof findPrint>[0] }) => {
  try {
    const [detect, recognise] = await opening
    parentPort?.postMessage({ id, found: await findPrint(pictures, { detect, recognise, alphabet }) })
  } catch (error) {
    parentPort?.postMessage({ id, reason: error instanceof Error ? error.message : 'print could not be looked for' })
  }
})
