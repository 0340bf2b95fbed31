import { cp, mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeLargeLibrary } from '../../fixtures/large-library.ts'
import type { BenchContext } from '../bench-line.ts'
import type { BenchService } from '../start-service.ts'

export const distinctThumbnails = 300

/** How large the library is. */
export const sizeOf = ({ isSmall }: Pick<BenchContext, 'isSmall'>) =>
  isSmall ? { pictures: 5_000, waiting: 4_000 } : { pictures: 100_000, waiting: 20_000 }

let templates = 0

/** A library of many pictures, of which 20,000 wait for their upload to this service. Only a template: don't open it. */
export const makeTemplate = async (context: BenchContext, service: Pick<BenchService, 'baseUrl'>): Promise<string> => {
  const { pictures, waiting } = sizeOf(context)
  const folder = join(context.folder, `large-library-${++templates}`)
  context.say(`making a library of ${pictures.toLocaleString('en')} pictures`)
  await makeLargeLibrary(folder, { pictures, waiting, baseUrl: service.baseUrl, thumbnails: distinctThumbnails })
  return folder
}

let copies = 0

/** A separate data folder with that library: the database is a copy, pictures and thumbnails are the template's. */
export const copyTemplate = async (context: BenchContext, template: string): Promise<string> => {
  const copy = join(context.folder, `large-${++copies}`)
  await mkdir(copy)
  await cp(join(template, 'library.db'), join(copy, 'library.db'))
  for (const name of ['originals', 'thumbnails']) await symlink(join(template, name), join(copy, name))
  return copy
}

/** The number of changes of jobs' state between two moments (milliseconds since 1970): each attempt that ended in between has two. */
export const countChanges = (dataFolder: string, from: number, to: number): number => {
  const database = new DatabaseSync(join(dataFolder, 'library.db'), { readOnly: true })
  try {
    const row = database.prepare('SELECT 2 * sum(attempts) AS changes FROM jobs WHERE updated_at BETWEEN ? AND ?').get(from, to)
    return Number(row?.changes ?? 0)
  } finally {
    database.close()
  }
}
