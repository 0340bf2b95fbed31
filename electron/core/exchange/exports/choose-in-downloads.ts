import { existsSync } from 'node:fs'
import { join, parse } from 'node:path'
import type { Files } from '../../base/platform/files.ts'
import type { ChooseTarget } from './chosen-targets.ts'

/** Of what Packshot writes: tables and hand-overs. */
const endings = ['.xlsx', '.csv', '.txt', '.packshot-handover']

/** A name that hides no file, leads out of no folder and, for a file, is of a kind that Packshot writes. */
const safeName = (kind: 'file' | 'folder', name: string): { readonly stem: string; readonly ending: string } => {
  const plain = name.replace(/[\p{Cc}<>:"/\\|?*]/gu, '_').replace(/^[.\s]+/, '')
  const { name: stem, ext } = parse(plain)
  if (kind === 'folder') return { stem: plain || 'Packshot', ending: '' }
  return endings.includes(ext.toLowerCase()) ? { stem, ending: ext } : { stem: plain || 'Packshot', ending: '.txt' }
}

/**
 * For a host without dialogs: a name in the person's folder for downloads that nothing has yet. The page proposes the name, so it decides
 * neither the folder nor what kind of file it is.
 */
export const chooseInDownloads =
  (home: string, files: Pick<Files, 'makeFolder'>): ChooseTarget =>
  async ({ kind, name }) => {
    const folder = join(home, 'Downloads')
    await files.makeFolder(folder)
    const { stem, ending } = safeName(kind, name)
    let path = join(folder, `${stem}${ending}`)
    for (let number = 2; existsSync(path); number++) path = join(folder, `${stem} (${number})${ending}`)
    return path
  }
