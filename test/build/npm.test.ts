import { expect, it } from 'vitest'

type Files = { readonly exists: (path: string) => boolean; readonly follow: (link: string) => string | undefined }
type Command = { readonly command: string; readonly args: readonly string[] }
const { findNpm } = (await import(new URL('../../build/npm.mjs', import.meta.url).href)) as {
  readonly findNpm: (node: string, env: NodeJS.ProcessEnv, platform: NodeJS.Platform, files: Files) => Command
}
const { environmentOf } = (await import(new URL('../../build/node-runtime.mjs', import.meta.url).href)) as {
  readonly environmentOf: (root: string, node: string, env: NodeJS.ProcessEnv, platform: NodeJS.Platform) => NodeJS.ProcessEnv
}

/** A disk with these files and links. */
const having = (paths: readonly string[], links: Readonly<Record<string, string>> = {}): Files => ({
  exists: (path) => paths.includes(path),
  follow: (link) => links[link],
})

it('npm’s script is found on Windows where npm.cmd looks for it, with PATH in any case and with drive letters', () => {
  const script = 'C:\\Program Files\\nodejs\\node_modules\\npm\\bin\\npm-cli.js'
  const env = { Path: 'C:\\Windows\\system32;C:\\Program Files\\nodejs' }
  expect(findNpm('node.exe', env, 'win32', having([script]))).toEqual({ command: 'node.exe', args: [script] })
})

it('npm’s script is first looked for where npm itself names it', () => {
  const script = 'D:\\npm\\bin\\npm-cli.js'
  expect(findNpm('node.exe', { npm_execpath: script }, 'win32', having([script]))).toEqual({ command: 'node.exe', args: [script] })
})

it('npm’s script is found behind the link named npm elsewhere', () => {
  const script = '/usr/lib/node_modules/npm/bin/npm-cli.js'
  const env = { PATH: '/opt/bin:/usr/bin' }
  expect(findNpm('node', env, 'darwin', having([script], { '/usr/bin/npm': script }))).toEqual({ command: 'node', args: [script] })
})

it('without its script, npm.cmd is run by the command interpreter on Windows, and npm elsewhere', () => {
  const batch = ['/d', '/s', '/c', 'npm.cmd']
  expect(findNpm('node.exe', { ComSpec: 'C:\\Windows\\cmd.exe' }, 'win32', having([]))).toEqual({
    command: 'C:\\Windows\\cmd.exe',
    args: batch,
  })
  expect(findNpm('node.exe', {}, 'win32', having([]))).toEqual({ command: 'cmd.exe', args: batch })
  expect(findNpm('node', {}, 'linux', having([]))).toEqual({ command: 'npm', args: [] })
})

it('a started npm has Node and the packages’ programs before the existing PATH', () => {
  const node = 'C:\\packshot\\.runtime\\node-24.21.0\\bin\\node.exe'
  expect(environmentOf('C:\\packshot', node, { Path: 'C:\\Windows', TEMP: 'C:\\t' }, 'win32')).toEqual({
    Path: 'C:\\packshot\\.runtime\\node-24.21.0\\bin;C:\\packshot\\node_modules\\.bin;C:\\Windows',
    TEMP: 'C:\\t',
  })
  expect(environmentOf('/p', '/p/n/bin/node', { PATH: '/usr/bin' }, 'darwin')).toEqual({ PATH: '/p/n/bin:/p/node_modules/.bin:/usr/bin' })
})
