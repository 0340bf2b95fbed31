import { win32 } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compareNaturally } from '../../shared/base/natural-order.ts'
import type { Files } from '../core/base/platform/files.ts'

type Ports = { readonly platform: NodeJS.Platform; readonly files: Pick<Files, 'list'> }

/** True if the name is of the pattern (`*`: any characters, `?`: one), ignoring case. Runs in linear time. */
const isOfPattern = (name: string, pattern: string): boolean => {
  const [text, wanted] = [name.toLowerCase(), pattern.toLowerCase()]
  let [at, next] = [0, 0]
  let star = -1
  let starAt = 0
  while (at < text.length) {
    if (wanted[next] === '*') {
      star = next++
      starAt = at
    } else if (wanted[next] === '?' || wanted[next] === text[at]) {
      at++
      next++
    } else if (star >= 0) {
      next = star + 1
      at = ++starAt
    } else return false
  }
  while (wanted[next] === '*') next++
  return next === wanted.length
}

const expand = async (named: string, files: Pick<Files, 'list'>): Promise<readonly string[]> => {
  const pattern = win32.basename(named)
  if (!/[*?]/.test(pattern)) return [named]
  const folder = win32.dirname(named)
  const names = (await files.list(folder).catch(() => [])).filter((name) => isOfPattern(name, pattern))
  // `*.jpg` is shown as typed: a picture in this folder has no folder before its name.
  const paths = names.sort(compareNaturally).map((name) => (folder === '.' ? name : win32.join(folder, name)))
  return paths.length > 0 ? paths : [named]
}

const fromFileAddress = (named: string, windows: boolean): string => {
  try {
    return new URL(named).host === '' ? fileURLToPath(named, { windows }) : named
  } catch {
    return named
  }
}

/**
 * Resolves command-line names to paths and web addresses. Windows' shells leave `*.jpg` to the program; elsewhere a file name
 * may contain a star. A pattern without a match stays as it is, and so does an address that is not a local file.
 */
export const expandFileNames = async (named: readonly string[], { platform, files }: Ports): Promise<string[]> => {
  const windows = platform === 'win32'
  const found: string[] = []
  for (const one of named) {
    if (/^https?:\/\//i.test(one)) found.push(one)
    else if (/^file:/i.test(one)) found.push(fromFileAddress(one, windows))
    else found.push(...(windows ? await expand(one, files) : [one]))
  }
  return found
}
