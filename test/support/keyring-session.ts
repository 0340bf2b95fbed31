import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const tools = ['dbus-daemon', 'dbus-send', 'gnome-keyring-daemon']
const isThere = (command: string): boolean => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0

/** Why there can be no keyring session here; `null`: there can. */
export const findReasonAgainstKeyring = async (): Promise<string | null> => {
  if (process.platform !== 'linux') return 'gnome-keyring is for Linux only'
  const missing = tools.filter((tool) => !isThere(tool))
  if (missing.length > 0) return `${missing.join(' and ')} missing (Debian: apt install dbus gnome-keyring)`
  return import('keytar').then(
    () => null,
    (error: Error) => `keytar can’t be loaded: ${error.message}`,
  )
}

export type KeyringSession = {
  /** What a process needs to reach this keyring, and no other. */
  readonly environment: NodeJS.ProcessEnv
  readonly stop: () => Promise<void>
}

/** A D-Bus session of its own with a real, unlocked gnome-keyring in a temporary home. */
export const startKeyringSession = async (): Promise<KeyringSession> => {
  const home = await mkdtemp(join(tmpdir(), 'packshot-keyring-'))
  const folders = { XDG_RUNTIME_DIR: 'run', XDG_DATA_HOME: 'data', XDG_CONFIG_HOME: 'config', XDG_CACHE_HOME: 'cache' }
  for (const folder of Object.values(folders)) await mkdir(join(home, folder), { mode: 0o700 })
  const base = {
    HOME: home,
    LANG: 'C.UTF-8',
    ...Object.fromEntries(Object.entries(folders).map(([name, folder]) => [name, join(home, folder)])),
  }
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address=1'], {
    env: { PATH: process.env.PATH, ...base },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [address] = await once(createInterface({ input: bus.stdout }), 'line')
  const environment = { ...base, DBUS_SESSION_BUS_ADDRESS: String(address) }
  const keyring = spawn('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets'], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  keyring.stdin.end('test-password')
  const ask = [
    '--session',
    '--print-reply',
    '--dest=org.freedesktop.DBus',
    '/',
    'org.freedesktop.DBus.NameHasOwner',
    'string:org.freedesktop.secrets',
  ]
  for (let tries = 0; tries < 100; tries++) {
    if (spawnSync('dbus-send', ask, { env: { PATH: process.env.PATH, ...environment } }).stdout.includes('true')) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    environment,
    stop: async () => {
      for (const child of [keyring, bus]) {
        const ended = once(child, 'exit')
        if (child.exitCode === null && child.kill()) await ended
      }
      await rm(home, { recursive: true, force: true })
    },
  }
}
