import { join } from 'node:path'
import { AppError } from '../../../shared/errors.ts'
import { systemFiles } from '../platform/system-files.ts'
import { drawingTask } from './image-worker.ts'
import { renderPicture } from './sample-pictures/render-picture.ts'
import { samplePictures } from './sample-pictures/sample-pictures.ts'
import { workForParent } from './work-for-parent.ts'

const writeWhole = async (path: string, bytes: Uint8Array): Promise<void> => {
  const temporary = `${path}.${process.pid}.part`
  try {
    await systemFiles.write(temporary, bytes)
    await systemFiles.rename(temporary, path)
  } catch (error) {
    await systemFiles.remove(temporary).catch(() => {})
    const cause = error as NodeJS.ErrnoException
    if (cause.code === 'ENOSPC') throw new AppError('disk-full', 'There is no room on the disk for the sample pictures.', { cause })
    throw new AppError('image-process-failed', `The sample pictures could not be written (${cause.code ?? cause.message}).`, { cause })
  }
}

// An entry of its own: it draws from SVG, which the image process must never decode, and reads nothing that anybody else wrote.
workForParent(async (message) => {
  const { folder } = drawingTask.parse(message)
  for (const picture of samplePictures) await writeWhole(join(folder, picture.name), await renderPicture(picture))
  return { kind: 'drawn', names: samplePictures.map(({ name }) => name) }
})
