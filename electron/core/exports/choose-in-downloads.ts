import { existsSync } from 'node:fs'
import { join, parse } from 'node:path'
import type { ChooseTarget } from './chosen-targets.ts'

/** For a host without dialogs: a name in the person's folder for downloads that nothing has yet. */
export const chooseInDownloads =
  (home: string): ChooseTarget =>
  async ({ name }) => {
    const downloads = join(home, 'Downloads')
    const folder = existsSync(downloads) ? downloads : home
    const { name: stem, ext } = parse(name.replace(/[\p{Cc}<>:"/\\|?*]/gu, '_'))
    let path = join(folder, `${stem}${ext}`)
    for (let number = 2; existsSync(path); number++) path = join(folder, `${stem} (${number})${ext}`)
    return path
  }
