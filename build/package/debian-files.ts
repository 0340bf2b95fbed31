import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** What a Debian package has beside the app's folder. */
export type DebianFiles = {
  readonly afterInstall: string
  readonly afterRemove: string
  /** As fpm takes them: `file=where it goes`. */
  readonly fpm: string[]
}

/** One of electron-builder's own scripts, with the command at /usr/bin/packshot in place of the window. Throws if it is another one than we know. */
const linkCommand = (name: 'after-install' | 'after-remove'): string => {
  const builder = createRequire(import.meta.url).resolve('app-builder-lib/package.json')
  const script = readFileSync(join(dirname(builder), 'templates/linux', `${name}.tpl`), 'utf8')
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: electron-builder fills in the braces.
  const linked = script.replaceAll("'/opt/${sanitizedProductName}/${executable}'", "'/opt/${sanitizedProductName}/resources/bin/packshot'")
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: as above.
  if (linked === script)
    throw new Error(`electron-builder's script ${name} links no program any more: build/package/debian-files.ts must follow it.`)
  return linked
}

/** https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/ */
const copyright = (homepage: string, licence: string): string => `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Packshot
Source: ${homepage}
Comment: What is inside from others, and its licences: Packshot, Settings, Licences.

Files: *
Copyright: The Packshot authors
License: MIT
${licence
  .trim()
  .split('\n')
  .map((line) => ` ${line.trim() === '' ? '.' : line}`)
  .join('\n')}
`

/** https://www.freedesktop.org/software/appstream/docs/ */
const appStream = (homepage: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<component type="desktop-application">
  <id>app.packshot.desktop</id>
  <metadata_license>CC0-1.0</metadata_license>
  <project_license>MIT</project_license>
  <name>Packshot</name>
  <summary>Ask questions about product pictures and attach them to products</summary>
  <description>
    <p>
      Packshot is for teams that write about products: drop pictures on it, ask questions about them, check what shops require, and attach them to
      products of a workspace. It works offline, and loses nothing.
    </p>
  </description>
  <launchable type="desktop-id">packshot.desktop</launchable>
  <url type="homepage">${homepage}</url>
  <provides>
    <binary>packshot</binary>
  </provides>
  <content_rating type="oars-1.1" />
</component>
`

/** What Debian's own packages must not do, and one with programs made elsewhere can't help (lintian's tags). */
const overrides = ['dir-or-file-in-opt', 'embedded-library', 'unstripped-binary-or-object', 'library-not-linked-against-libc']

/** Writes them into a folder. `root`: with the built command in out/main. */
export const makeDebianFiles = (root: string, folder: string, homepage: string): DebianFiles => {
  mkdirSync(folder, { recursive: true })
  const command = (...args: readonly string[]): Buffer => execFileSync(process.execPath, [join(root, 'out/main/cli.js'), ...args])
  const write = (name: string, content: string | Uint8Array): string => {
    const file = join(folder, name)
    writeFileSync(file, content, { mode: 0o644 })
    return file
  }
  const placed = (name: string, content: string | Uint8Array, where: string): string => `${write(name, content)}=${where}`
  return {
    afterInstall: write('after-install.tpl', linkCommand('after-install')),
    afterRemove: write('after-remove.tpl', linkCommand('after-remove')),
    fpm: [
      placed('packshot.1.gz', gzipSync(command('manual'), { level: 9 }), '/usr/share/man/man1/packshot.1.gz'),
      placed('packshot.bash', command('completions', 'bash'), '/usr/share/bash-completion/completions/packshot'),
      placed('_packshot', command('completions', 'zsh'), '/usr/share/zsh/vendor-completions/_packshot'),
      placed('packshot.fish', command('completions', 'fish'), '/usr/share/fish/vendor_completions.d/packshot.fish'),
      placed('copyright', copyright(homepage, readFileSync(join(root, 'LICENSE'), 'utf8')), '/usr/share/doc/packshot/copyright'),
      placed('overrides', overrides.map((tag) => `packshot: ${tag} *\n`).join(''), '/usr/share/lintian/overrides/packshot'),
      placed('metainfo.xml', appStream(homepage), '/usr/share/metainfo/app.packshot.desktop.metainfo.xml'),
    ],
  }
}
