import { parseUpdateInfo } from 'electron-updater/out/providers/Provider.js'

/** A `latest*.yml`, as electron-updater reads it; `path` and `sha512` at its top are for updaters older than ours. */
type UpdateInfo = ReturnType<typeof parseUpdateInfo>

/** `latest.yml` (Windows), `latest-mac.yml`, `latest-linux.yml`, `latest-linux-arm64.yml`. */
export const isUpdateFile = (name: string): boolean => /^latest(-\w+)*\.yml$/.test(name)

const isForArm = (url: string): boolean => url.includes('arm64')

/** x64 first: an updater that finds no file with its processor's name takes the first. */
const byProcessor = (a: { readonly url: string }, b: { readonly url: string }): number => Number(isForArm(a.url)) - Number(isForArm(b.url))

/** Files of both; throws where the two give one name to different files. */
const joinFiles = (name: string, first: UpdateInfo['files'], second: UpdateInfo['files']): UpdateInfo['files'] => {
  const files = new Map(first.map((file) => [file.url, file]))
  for (const file of second) {
    const same = files.get(file.url)
    if (same && same.sha512 !== file.sha512)
      throw new Error(`${name} names two different files “${file.url}”. Package once for each processor.`)
    files.set(file.url, file)
  }
  return [...files.values()].sort(byProcessor)
}

/**
 * One update file that names the packages of two processors: electron-updater chooses by the processor in the
 * file's name. Throws when they are of different versions, or contradict each other.
 */
export const mergeUpdateFiles = (name: string, first: string, second: string): string => {
  const [a, b] = [first, second].map((text) => parseUpdateInfo(text, name, new URL(`file:///${name}`))) as [UpdateInfo, UpdateInfo]
  if (a.version !== b.version) throw new Error(`${name} is of version ${a.version} in one folder and of ${b.version} in another.`)
  const files = joinFiles(name, a.files, b.files)
  const [top = a] = [a, b].filter((one) => one.path === (files.find(({ url }) => !url.endsWith('.dmg')) ?? files[0])?.url)
  // JSON is YAML, too.
  return `${JSON.stringify({ ...top, files }, null, 2)}\n`
}
