import { readFileSync } from 'node:fs'
import type { Archives } from '../../electron/core/exchange/handover/zip-archives.ts'
import type { Life, World } from './world.ts'

/** Stands in for the thread pool that packs and unpacks hand-overs: a line for each file in it, and each is read after a while. */
export const createSimArchives = (world: World, life: Life): Archives => {
  const wait = (): Promise<void> => new Promise((resolve) => void world.after(1 + world.int(40), resolve, life))
  return {
    pieces: async function* (entries) {
      for await (const { name, content } of entries) {
        const pieces: Uint8Array[] = []
        for await (const piece of content) pieces.push(piece)
        await wait()
        yield Buffer.from(`${JSON.stringify([name, Buffer.concat(pieces).toString('base64')])}\n`)
      }
      yield Buffer.from('end\n')
    },
    open: async (path) => {
      await wait()
      const lines = readFileSync(path, 'utf8').split('\n')
      if (lines.at(-2) !== 'end') throw new Error('its end is missing')
      const parts = new Map(
        lines.slice(0, -2).map((line) => {
          const [name = '', content = ''] = JSON.parse(line) as string[]
          return [name, Buffer.from(content, 'base64')] as const
        }),
      )
      return {
        sizes: new Map([...parts].map(([name, content]) => [name, content.length])),
        read: async function* (name) {
          await wait()
          yield parts.get(name) ?? Buffer.alloc(0)
        },
        close: () => {},
      }
    },
  }
}
