import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { IconIcns, IconIco } from '@shockpkg/icon-encoder'
import sharp from 'sharp'

/**
 * `node build/icons/draw-icons.ts`: makes each system's icon files from packshot.svg, in this folder. They are checked in.
 * Linux takes the PNGs, Windows the .ico, macOS the .icns.
 */
const at = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

const linuxSizes = [16, 24, 32, 48, 64, 128, 256, 512]
const windowsSizes = [16, 24, 32, 48, 64, 128, 256]
/** macOS names of the sizes, at one and two pixels per point. */
const macTypes = { ic04: 16, ic11: 32, ic05: 32, ic12: 64, ic07: 128, ic13: 256, ic08: 256, ic14: 512, ic09: 512, ic10: 1024 }

const svg = await readFile(at('packshot.svg'))
const draw = (size: number): Promise<Buffer> =>
  sharp(svg, { density: (72 * size) / 1024 < 72 ? 72 : 144 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: size <= 64 })
    .toBuffer()

for (const size of linuxSizes) await writeFile(at(`${size}x${size}.png`), await draw(size))
const ico = new IconIco()
for (const size of windowsSizes) await ico.addFromPng(await draw(size), size >= 256)
await writeFile(at('packshot.ico'), ico.encode())
const icns = new IconIcns()
for (const [type, size] of Object.entries(macTypes)) await icns.addFromPng(await draw(size), [type])
await writeFile(at('packshot.icns'), icns.encode())
