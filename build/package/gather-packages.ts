import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isUpdateFile, mergeUpdateFiles } from './merge-update-files.ts'

/** Files for the update address: packages, the block maps of updates, and update files. */
const isRelease = (name: string): boolean => /\.(AppImage|deb|tar\.gz|dmg|zip|exe|blockmap)$/.test(name) || isUpdateFile(name)

/**
 * Copies the files of several machines into one folder, and merges the update files of two processors: each machine wrote one under the same
 * name. Throws when two files of one name differ. Returns the names.
 */
export const gatherPackages = (folders: readonly string[], output: string): readonly string[] => {
  mkdirSync(output, { recursive: true })
  for (const folder of folders)
    for (const name of readdirSync(folder).filter(isRelease)) {
      const target = join(output, name)
      if (!existsSync(target)) copyFileSync(join(folder, name), target)
      else if (isUpdateFile(name))
        writeFileSync(target, mergeUpdateFiles(name, readFileSync(target, 'utf8'), readFileSync(join(folder, name), 'utf8')))
      else if (!readFileSync(target).equals(readFileSync(join(folder, name))))
        throw new Error(`Two machines made different files “${name}”. Each processor needs its own file name.`)
    }
  return readdirSync(output).sort()
}

if (import.meta.main) {
  const [output, ...folders] = process.argv.slice(2)
  if (!output || folders.length === 0) throw new Error('npm run gather-packages -- OUTPUT FOLDER…')
  console.log(gatherPackages(folders, output).join('\n'))
}
