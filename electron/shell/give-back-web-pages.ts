import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { SyncFiles } from '../core/base/platform/files.ts'

const ours = 'packshot.desktop'

/** Types of web browsers. `xdg-settings`, asked for Packshot's own links on GNOME, gave it web pages as well. */
const ofBrowsers = ['text/html', 'application/xhtml+xml', 'x-scheme-handler/http', 'x-scheme-handler/https']

/**
 * The text of a `mimeapps.list` (freedesktop.org, “Association between MIME types and applications”) in which Packshot opens no web pages;
 * all else stays as it is.
 */
export const withoutWebPages = (text: string): string =>
  text
    .split('\n')
    .flatMap((line) => {
      const [, type = '', programs = ''] = /^\s*([^=[#\s][^=\s]*)\s*=(.*)$/.exec(line) ?? []
      if (!ofBrowsers.includes(type)) return [line]
      const all = programs.split(';').map((one) => one.trim())
      if (!all.includes(ours)) return [line]
      const others = all.filter((one) => one !== ours && one !== '')
      return others.length > 0 ? [`${type}=${others.join(';')};`] : []
    })
    .join('\n')

type Ports = {
  readonly files: Pick<SyncFiles, 'exists' | 'read' | 'write' | 'rename'>
  /** Of this computer's user. */
  readonly home: string
  readonly environment: NodeJS.ProcessEnv
  /** It is there once that was done: afterwards a person may choose Packshot for web pages. */
  readonly mark: string
}

/**
 * Earlier versions made Packshot the program for web pages. Takes that back, once: the installed package alone says what Packshot opens. A list
 * that can't be read or written stays.
 */
export const giveBackWebPages = ({ files, home, environment, mark }: Ports): void => {
  if (files.exists(mark)) return
  const config = environment.XDG_CONFIG_HOME || join(home, '.config')
  const data = environment.XDG_DATA_HOME || join(home, '.local/share')
  for (const path of [join(config, 'mimeapps.list'), join(data, 'applications/mimeapps.list')]) {
    try {
      if (!files.exists(path)) continue
      // Some keep their settings elsewhere, behind a link.
      const real = realpathSync(path)
      const text = files.read(real)
      const after = withoutWebPages(text)
      if (after === text) continue
      files.write(`${real}.packshot`, after)
      files.rename(`${real}.packshot`, real)
    } catch {}
  }
  try {
    files.write(mark, '')
  } catch {}
}
