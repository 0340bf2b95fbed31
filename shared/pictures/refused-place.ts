import type { Refusal } from './pictures.ts'

// Beside pictures.ts, whose schemas the window's first script does not hold.

/** The folder or address that a refused file came from; `null`: it came as bytes, so that it can't be read again. */
export const folderOfRefusal = ({ name, path }: Pick<Refusal, 'name' | 'path'>): string | null => {
  if (/^https?:\/\//i.test(path)) return path
  const isAbsolute = path.startsWith('/') || path.startsWith('\\\\') || /^[a-z]:[\\/]/i.test(path)
  if (!isAbsolute) return null
  return path.endsWith(name) ? path.slice(0, -name.length).replace(/(?<=.)[\\/]$/, '') : path
}
