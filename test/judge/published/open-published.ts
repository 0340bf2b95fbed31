import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

// Files that programs for pictures are tested with, from Debian's source packages. None of them is kept in this repository: packages are downloaded
// and unpacked, not installed.

/** Source packages that hold test pictures. */
const packages: readonly string[] = [
  'aom',
  'exempi',
  'exiv2',
  'gdk-pixbuf',
  'geeqie',
  'gegl',
  'giflib',
  'golang-github-rwcarlsen-goexif',
  'golang-golang-x-image',
  'graphicsmagick',
  'imagemagick',
  'imath',
  'kf6-kimageformats',
  'kimageformats',
  'leptonlib',
  'libavif',
  'libexif',
  'libheif',
  'libimage-exiftool-perl',
  'libjpeg-turbo',
  'libmetadata-extractor-java',
  'libpng1.6',
  'libwebp',
  'netpbm-free',
  'openimageio',
  'openjpeg2',
  'php-imagick',
  'pillow',
  'psd-tools',
  'qt6-imageformats',
  'tiff',
  'vips',
]

/** Names of pictures, cameras' raw files and what is refused by its name. */
const endings =
  /\.(?:jpe?g|jfif|png|webp|avifs?|hei[cf]s?|hif|tiff?|gif|bmp|dib|rle|psd|psb|jxl|jp2|j2[kc]|jp[fxch]|dng|cr[23w]|nef|nrw|arw|sr[2fw]|rw[2l]|or[fi]|pef|raf|3fr|fff|iiq|mef|mos|mrw|erf|dcr|kdc|x3f|raw|gpr|eip)$/i

/** Inputs of fuzzers have no ending. */
const isFuzzed = (path: string): boolean =>
  /fuzz|corpus/i.test(dirname(path)) && !/\.(?:cc?|h|txt|md|sh|py|cmake|a[cm]|in|m4)$|Makefile/.test(path)

const here = dirname(fileURLToPath(import.meta.url))
/** Kept for the next time; not part of the repository. */
const kept = join(here, '../../../.runtime/published-files')

const run = async (program: string, args: readonly string[], cwd: string, apt?: string): Promise<string> => {
  const env = { ...process.env, LC_ALL: 'C', ...(apt === undefined ? {} : { APT_CONFIG: apt }) }
  return (await promisify(execFile)(program, args, { cwd, maxBuffer: 2 ** 27, env })).stdout
}

const suites = ['bookworm', 'trixie', 'sid'] as const
const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg'

/** Lists of source packages, apart from the computer's own lists; the mirror is the one that it uses. */
const prepareLists = async (folder: string): Promise<string> => {
  const sites = (await run('apt-get', ['indextargets', '--format', '$(SITE)', 'Created-By: Packages'], folder)).split('\n')
  const site = sites.find((one) => one.endsWith('/debian') || one.endsWith('/debian/'))
  if (!site) throw new Error('apt-get knows no mirror of Debian')
  for (const one of ['lists/partial', 'cache/archives/partial']) await mkdir(join(folder, one), { recursive: true })
  await writeFile(join(folder, 'sources.list'), suites.map((suite) => `deb-src [signed-by=${keyring}] ${site} ${suite} main\n`).join(''))
  const settings = {
    'Dir::Etc::sourcelist': join(folder, 'sources.list'),
    'Dir::Etc::sourceparts': '/dev/null',
    'Dir::State::lists': join(folder, 'lists'),
    'Dir::Cache': join(folder, 'cache'),
    'APT::Sandbox::User': 'root',
  }
  const file = join(folder, 'apt.conf')
  await writeFile(
    file,
    Object.entries(settings)
      .map(([name, value]) => `${name} "${value}";\n`)
      .join(''),
  )
  await run('apt-get', ['update', '-qq'], folder, file)
  return file
}

const listArchives = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((one) => /\.orig[^/]*\.tar\.[a-z0-9]+$/.test(one))

/** The newest version that the mirror has, of those that it names. */
const download = async (name: string, folder: string, apt: string): Promise<void> => {
  const shown = await run('apt-cache', ['showsrc', name], folder, apt)
  const versions = [...new Set([...shown.matchAll(/^Version: (.+)$/gm)].map(([, version]) => version ?? ''))]
  const ordered = versions.toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true }))
  let failure: unknown = new Error(`there is no source package ${name}`)
  for (const version of ordered) {
    try {
      await run('apt-get', ['source', '-qq', '--download-only', `${name}=${version}`], folder, apt)
      return
    } catch (error) {
      // Some mirrors have a package's archive, but not all of its other files.
      if ((await listArchives(folder)).length > 0) return
      failure = error
    }
  }
  throw failure
}

/** Keeps a package's pictures, each under its SHA-256. */
const unpack = async (name: string, apt: string): Promise<void> => {
  const folder = await mkdtemp(join(kept, 'unpacking-'))
  try {
    await download(name, folder, apt)
    for (const archive of await listArchives(folder)) {
      await mkdir(join(folder, 'unpacked'), { recursive: true })
      await run('tar', ['--no-same-owner', '-xf', archive, '-C', 'unpacked'], folder)
    }
    await mkdir(join(folder, 'pictures'))
    for (const entry of await readdir(join(folder, 'unpacked'), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      if (!entry.isFile() || !(endings.test(entry.name) || isFuzzed(path))) continue
      const bytes = await readFile(path)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const short = entry.name.slice(0, 80 - extname(entry.name).length).replace(/\.[^.]*$/, '')
      await rename(path, join(folder, 'pictures', `${sha256} ${short}${extname(entry.name)}`))
    }
    await rename(join(folder, 'pictures'), join(kept, name))
  } finally {
    await rm(folder, { recursive: true })
  }
}

export type PublishedFile = { readonly package: string; readonly name: string; readonly path: string; readonly sha256: string }

/** The published files that can be had on this computer, each content once, and why others can’t. */
export const openPublished = async (): Promise<{ readonly files: readonly PublishedFile[]; readonly missing: readonly string[] }> => {
  await mkdir(kept, { recursive: true })
  const wanted = packages.filter((name) => !existsSync(join(kept, name)))
  const missing: string[] = []
  if (wanted.length > 0) {
    const lists = await mkdtemp(join(kept, 'lists-'))
    try {
      const apt = await prepareLists(lists)
      for (const name of wanted)
        await unpack(name, apt).catch((error: unknown) => missing.push(`${name}: ${String(error).split('\n').slice(0, 2).join(' ')}`))
    } catch (error) {
      missing.push(...wanted.map((name) => `${name}: ${String(error).split('\n')[0]}`))
    } finally {
      await rm(lists, { recursive: true })
    }
  }
  const files = new Map<string, PublishedFile>()
  for (const name of packages.filter((one) => existsSync(join(kept, one))))
    for (const file of await readdir(join(kept, name))) {
      const sha256 = file.slice(0, 64)
      if (!files.has(sha256)) files.set(sha256, { package: name, name: file.slice(65), path: join(kept, name, file), sha256 })
    }
  return { files: [...files.values()], missing }
}
