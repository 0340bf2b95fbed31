import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { renderPicture } from './render-picture.ts'
import { samplePictures } from './sample-pictures.ts'

/** `node build/sample-pictures/draw-sample-pictures.ts`: draws the demo's pictures into `pictures/`, which is checked in. */
for (const picture of samplePictures)
  await writeFile(fileURLToPath(new URL(`pictures/${encodeURIComponent(picture.name)}`, import.meta.url)), await renderPicture(picture))
