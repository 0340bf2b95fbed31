// Waits for messages of tesseract.js; WebAssembly is loaded with the first of them, so after what follows here.
import 'tesseract.js/src/worker-script/node/index.js'
import { boundMemory } from './bound-memory.ts'

/** The thread that reads text: tesseract.js's own worker script with a bound on its memory. */
boundMemory(512 * 1024 * 1024)

// Ends only this thread: an unhandled error would end the whole service.
process.on('uncaughtException', () => process.exit(1))
