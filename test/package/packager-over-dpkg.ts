import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/**
 * Stands in for the packager (fpm) that electron-builder downloads, if it can't be downloaded: makes a Debian package from the same arguments
 * with dpkg-deb. Not compressed, since it is soon deleted. node packager-over-dpkg.ts <fpm's arguments>
 */
type Given = { readonly options: ReadonlyMap<string, readonly string[]>; readonly files: readonly (readonly [from: string, to: string])[] }

/** Options without a value, among those that electron-builder passes. */
const flags = ['--force', '--debug']

const readArguments = (args: readonly string[]): Given => {
  const options = new Map<string, string[]>()
  const files: [string, string][] = []
  for (let at = 0; at < args.length; at++) {
    const one = args[at] ?? ''
    if (flags.includes(one)) continue
    if (one.startsWith('-')) options.set(one, [...(options.get(one) ?? []), args[++at] ?? ''])
    else files.push([one.slice(0, one.lastIndexOf('=')), one.slice(one.lastIndexOf('=') + 1)])
  }
  return { options, files }
}

const writeControl = (folder: string, options: Given['options']): void => {
  const first = (name: string): string => options.get(name)?.[0] ?? ''
  const lines = [
    `Package: ${first('--name')}`,
    `Version: ${first('--version')}`,
    `Architecture: ${first('--architecture')}`,
    `Maintainer: ${first('--maintainer')}`,
    `Depends: ${options.get('-d')?.join(', ')}`,
    `Recommends: ${options.get('--deb-recommends')?.join(', ')}`,
    `Section: ${first('--category')}`,
    `Priority: ${first('--deb-priority')}`,
    `Homepage: ${first('--url')}`,
    `Description: ${first('--description').replaceAll('\n', '\n ')}`,
  ]
  mkdirSync(join(folder, 'DEBIAN'))
  writeFileSync(join(folder, 'DEBIAN/control'), `${lines.join('\n')}\n`)
  for (const [option, name] of [
    ['--after-install', 'postinst'],
    ['--after-remove', 'postrm'],
  ] as const) {
    copyFileSync(first(option), join(folder, 'DEBIAN', name))
    chmodSync(join(folder, 'DEBIAN', name), 0o755)
  }
}

const { options, files } = readArguments(process.argv.slice(2))
const folder = mkdtempSync(join(tmpdir(), 'packshot-debian-'))
try {
  chmodSync(folder, 0o755)
  for (const [from, to] of files) {
    const target = join(folder, to)
    mkdirSync(dirname(target), { recursive: true })
    execFileSync('cp', ['-r', '--preserve=mode', '--reflink=auto', from, target])
  }
  writeControl(folder, options)
  execFileSync('dpkg-deb', ['--root-owner-group', '-Znone', '--build', folder, options.get('--package')?.[0] ?? 'none'])
} finally {
  rmSync(folder, { recursive: true, force: true })
}
