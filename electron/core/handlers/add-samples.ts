import { join } from 'node:path'
import type { HandlerContext } from './handler-context.ts'

/** Draws the sample pictures into a folder of their own and takes them in; those that are there already are not added twice. */
export const addSamples = async ({ ports, takeIn }: Pick<HandlerContext, 'ports' | 'takeIn'>): Promise<{ added: number }> => {
  const folder = join(ports.dataFolder, 'Sample pictures')
  await ports.files.makeFolder(folder)
  await ports.drawSamplePictures(folder)
  const { added } = await takeIn({ paths: [folder], urls: [], recursive: false, upload: true })
  return { added: added.length }
}
