import { execFile, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { lackOf } from './lacks.ts'

const has = (program: string): boolean => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0

/** Why no apt repository can be made and tried here. */
export const findAptLack = (): string | null =>
  ['apt-get', 'apt-ftparchive', 'dpkg-deb', 'gpg'].every(has) ? null : lackOf('no-apt-tools')

const folders = [
  'etc/apt/apt.conf.d',
  'etc/apt/sources.list.d',
  'etc/apt/preferences.d',
  'var/lib/apt/lists/partial',
  'var/lib/dpkg',
  'var/cache/apt/archives/partial',
]

/** apt as on an amd64 computer of its own, below `root`, where this version of Packshot is installed and nothing else. */
export const createAptSystem = (root: string, installed: string) => {
  for (const folder of folders) mkdirSync(join(root, folder), { recursive: true })
  const settings = [
    `Dir "${root}";`,
    `Dir::State::status "${root}/var/lib/dpkg/status";`,
    'APT::Architecture "amd64";',
    'APT::Architectures "amd64";',
    `APT::Sandbox::User "${userInfo().username}";`,
    'APT::Update::Error-Mode "any";',
  ]
  writeFileSync(join(root, 'apt.conf'), settings.join('\n'))
  const facts = [
    'Status: install ok installed',
    `Version: ${installed}`,
    'Architecture: amd64',
    'Maintainer: A <a@b.example>',
    'Description: test',
  ]
  writeFileSync(join(root, 'var/lib/dpkg/status'), `Package: packshot\n${facts.join('\n')}\n\n`)
  const env = { PATH: process.env.PATH, LC_ALL: 'C', APT_CONFIG: join(root, 'apt.conf') }
  return {
    /** Takes what a release's folder tells people to take. */
    follow: (release: string): void =>
      copyFileSync(join(release, 'packshot.sources'), join(root, 'etc/apt/sources.list.d/packshot.sources')),
    /** Runs one of apt's commands there. */
    run: (tool: string, ...args: readonly string[]): Promise<{ readonly code: number; readonly printed: string }> =>
      promisify(execFile)(tool, args, { env, cwd: root }).then(
        ({ stdout, stderr }) => ({ code: 0, printed: stdout + stderr }),
        ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, printed: stdout + stderr }),
      ),
  }
}

/** Serves a folder's files on this computer, as an update address does. */
export const serveFolder = async (folder: string): Promise<{ readonly address: string; readonly stop: () => Promise<void> }> => {
  const server = createServer(({ url = '' }, answer) => {
    try {
      answer.end(readFileSync(join(folder, decodeURIComponent(url))))
    } catch {
      answer.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
