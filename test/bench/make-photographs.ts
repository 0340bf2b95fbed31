import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

// Writes JPEGs of 12 megapixels into a folder (first argument), as many as the second argument says. A separate process, because it needs
// much memory. Large soft areas with edges and film grain make them 3 to 6 MB, like a camera's.
const [folder = '.', count = '1'] = process.argv.slice(2)
const [width, height] = [4000, 3000]

const soft = await sharp({
  create: { width: 64, height: 48, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
})
  .resize(width, height, { kernel: 'cubic' })
  .raw()
  .toBuffer()
const grain = await sharp({
  create: { width, height, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 9 } },
})
  .raw()
  .toBuffer()
for (let at = 0; at < soft.length; at++) soft[at] = (soft[at] ?? 0) + (grain[at] ?? 0) - 128

const draw = async (index: number): Promise<void> => {
  // Each starts elsewhere in the same pixels: distinct pictures without the time to make distinct noise.
  const shifted = Buffer.concat([soft.subarray(index * 3001 * 3), soft.subarray(0, index * 3001 * 3)])
  const jpeg = await sharp(shifted, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer()
  await writeFile(join(folder, `photograph-${String(index).padStart(2, '0')}.jpg`), jpeg)
}

for (let index = 0; index < Number(count); index += 2) await Promise.all([index, index + 1].filter((one) => one < Number(count)).map(draw))
