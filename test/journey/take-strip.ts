import type { Page } from 'playwright'
import sharp from 'sharp'

const width = 800
const gap = 12

/** Takes screenshots on the way, and puts them side by side, two in a row, into one PNG. */
export const createStrip = (page: Page, path: string | undefined) => {
  const taken: Buffer[] = []
  return {
    take: async (): Promise<void> => {
      if (path === undefined) return
      // Notifications would cover what the picture is about.
      for (const note of await page.locator('[data-position]').getByRole('alert').getByRole('button', { name: 'Close' }).all())
        await note.click().catch(() => {})
      taken.push(
        await sharp(await page.screenshot({ animations: 'disabled' }))
          .resize({ width })
          .toBuffer(),
      )
    },
    write: async (): Promise<void> => {
      if (path === undefined) return
      const heights = await Promise.all(taken.map(async (one) => (await sharp(one).metadata()).height))
      const height = Math.max(...heights)
      const size = { width: 2 * width + gap, height: Math.ceil(taken.length / 2) * (height + gap) - gap }
      const layers = taken.map((input, at) => ({ input, left: (at % 2) * (width + gap), top: Math.floor(at / 2) * (height + gap) }))
      await sharp({ create: { ...size, channels: 3, background: '#8a8f98' } })
        .composite(layers)
        .png({ palette: true, quality: 85, effort: 10 })
        .toFile(path)
    },
  }
}
