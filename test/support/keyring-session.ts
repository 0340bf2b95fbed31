import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { loadKeytar } from '../../electron/core/base/keychain/load-keytar.ts'
import { lackOf } from './lacks.ts'

const tools = ['dbus-daemon', 'dbus-send', 'gnome-keyring-daemon']
const isThere = (command: string): boolean => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0

/** Why there can be no keyring session here; `null`: there can. */
export const findReasonAgainstKeyring = async (): Promise<string | null> => {
  if (process.platform !== 'linux') return lackOf('not-linux')
  if (!tools.every(isThere)) return lackOf('no-keyring')
  return loadKeytar().then(
    () => null,
    () => lackOf('no-keytar'),
  )
}

const password = 'test-password'
const unlockOperation = 1

const toUint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** Like the system's sign-in: sends the password to the daemon's control socket (length, operation, and the length and bytes of each string). */
const unlockBySocket = async (path: string): Promise<void> => {
  const socket = connect(path)
  await once(socket, 'connect')
  const words = Buffer.from(password)
  const body = Buffer.concat([toUint32(unlockOperation), toUint32(words.length), words])
  socket.write(Buffer.concat([Buffer.of(0), toUint32(body.length + 4), body]))
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  if (answer.readUInt32BE(4) !== 0) throw new Error(`The keyring was not unlocked: ${answer.toString('hex')}`)
}

export type KeyringSession = {
  /** The variables that a process needs to reach this keyring, and no other. */
  readonly environment: NodeJS.ProcessEnv
  /** Locks the keyring, as a system does when its owner is away. Prompts can't be answered here, so each is dismissed. */
  readonly lock: () => void
  readonly unlock: () => Promise<void>
  /** Pauses and resumes the keyring's process. */
  readonly freeze: () => void
  readonly thaw: () => void
  /** The folder of the keyring's files. */
  readonly home: string
  readonly stop: () => Promise<void>
}

/** A separate D-Bus session with a real, unlocked gnome-keyring in a temporary home. */
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
  keyring.stdin.end(password)
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
  const lockedByUs = '/org/freedesktop/secrets/collection/login'
  const lock = [
    '--session',
    '--print-reply',
    '--dest=org.freedesktop.secrets',
    '/org/freedesktop/secrets',
    'org.freedesktop.Secret.Service.Lock',
  ]
  const env = { PATH: process.env.PATH, ...environment }
  return {
    environment,
    home,
    lock: () => {
      const { status, stderr } = spawnSync('dbus-send', [...lock, `array:objpath:${lockedByUs}`], { env, encoding: 'utf8' })
      if (status !== 0) throw new Error(`The keyring was not locked: ${stderr}`)
    },
    unlock: () => unlockBySocket(join(home, 'run/keyring/control')),
    freeze: () => {
      keyring.kill('SIGSTOP')
    },
    thaw: () => {
      keyring.kill('SIGCONT')
    },
    stop: async () => {
      for (const child of [keyring, bus]) {
        const ended = once(child, 'exit')
        if (child.exitCode === null && child.kill()) await ended
      }
      await rm(home, { recursive: true, force: true })
    },
  }
}
