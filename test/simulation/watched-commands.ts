import * as fs from 'node:fs'
import { join } from 'node:path'
import { createFileStamps } from './file-stamps.ts'
import type { Oracle } from './oracle.ts'
import { pictureIn } from './picture-names.ts'
import { createSimFolderEvents } from './sim-folder-events.ts'
import type { SimPackshot } from './sim-packshot.ts'
import { bytesOf, hashOf } from './watched-person.ts'
import type { World } from './world.ts'

/** A folder of a computer that Packshot watches: outside of the disk that is simulated, so that no end of Packshot changes its files. */
export const createWatchedFolder = (world: World, folder: string, name: string) => {
  const events = createSimFolderEvents(world, 0.3)
  const stamps = createFileStamps(world, false)
  const root = join(folder, `${name} studio`)
  fs.mkdirSync(root, { recursive: true })
  /** File name → content. */
  const files = new Map<string, string>()
  let made = 0

  const write = (file: string, content: string): void => {
    fs.writeFileSync(join(root, file), bytesOf(content))
    stamps.write(join(root, file))
    files.set(file, content)
    events.changed(join(root, file))
  }
  const some = (): string | undefined => (files.size === 0 ? undefined : world.pick([...files.keys()]))

  return {
    root,
    ports: { openFolderEvents: events.open, changedOf: stamps.changedOf },
    add: (): void => {
      const content = `picture-${name}-${1_000 + ++made}`
      write(`${content}.png`, content)
    },
    edit: (): void => {
      const file = some()
      if (file !== undefined) write(file, `${pictureIn(file)}_${1_000 + ++made}`)
    },
    rename: (): void => {
      const from = some()
      if (from === undefined) return
      const to = `${pictureIn(from)} ${++made}.png`
      fs.renameSync(join(root, from), join(root, to))
      stamps.change(join(root, to))
      files.set(to, files.get(from) ?? '')
      files.delete(from)
      for (const file of [from, to]) events.changed(join(root, file))
    },
    /** Long after the last change, each file is a picture that is where the file is, unless a person removed it. */
    check: (packshot: SimPackshot, report: Oracle['report']): void => {
      if (packshot.running() === null || packshot.query('SELECT 1 FROM watched_folders').length === 0) return
      for (const [file, content] of files) {
        const [row] = packshot.query(
          `SELECT images.id, images.removed_at, images.origin ->> '$.path' AS path, watched.image_id AS known FROM originals JOIN images ON images.seq = picture
           LEFT JOIN watched_files AS watched ON watched.path = '${file}' AND watched.state = 'taken' WHERE originals.sha256 = '${hashOf(content)}'`,
        )
        if (!row) return void report('lost-work', `${name}: the watched file ${file} is no picture`)
        if (row.removed_at !== null) continue
        if (row.known !== row.id) return void report('lost-work', `${name}: the watched file ${file} is of ${row.known}, not of ${row.id}`)
        if (row.path !== join(root, file)) return void report('lost-work', `${name}: the watched file ${file} counts as ${row.path}`)
      }
    },
  }
}
export type WatchedFolder = ReturnType<typeof createWatchedFolder>
