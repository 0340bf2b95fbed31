import { spawn } from 'node:child_process'
import { chown, mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { decideInWorkspace } from '../../electron/cli/demo/allow-in-workspace.ts'
import { lackOf } from './lacks.ts'

const cli = fileURLToPath(new URL('../../out/main/cli.js', import.meta.url))
/** `nobody` of Linux. */
const nobody = 65_534
const isRoot = process.getuid?.() === 0

export type PlainEnd = { readonly code: number | null; readonly out: string; readonly text: string }

/**
 * The built command as an ordinary user with an umask of 077 and a separate home folder: `nobody` if the tests run as root, who ignores
 * permissions. Gives consent on the sample workspace's page. `home` is created, and belongs to that user.
 */
export const createPlainUser = async (home: string, dataFolder: string) => {
  for (const folder of [home, dataFolder]) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    if (isRoot) await chown(folder, nobody, nobody)
  }
  const run = (...args: string[]): Promise<PlainEnd> =>
    new Promise((resolve) => {
      const child = spawn('/bin/sh', ['-c', 'umask 077; exec "$@"', 'sh', process.execPath, cli, ...args], {
        ...(isRoot ? { uid: nobody, gid: nobody } : {}),
        cwd: home,
        env: {
          PATH: process.env.PATH,
          PACKSHOT_DATA_DIR: dataFolder,
          HOME: home,
          TMPDIR: home,
          DBUS_SESSION_BUS_ADDRESS: 'disabled:',
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let out = ''
      let errors = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        out += text
      })
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        errors += text
        const address = /^(https?:\/\/\S+\/oauth2\/authorize\S*)$/m.exec(text)?.[1]
        if (address) decideInWorkspace(address, 'allow').catch(() => {})
      })
      child.once('error', (error) => resolve({ code: null, out, text: error.message }))
      child.once('close', (code) => resolve({ code, out, text: out + errors }))
    })
  return {
    run,
    /** Why the command can't run like this, e.g. because the checkout is in a folder of root's own; `null`: it can. */
    reasonAgainst: async (): Promise<string | null> => {
      if (process.platform === 'win32') return lackOf('on-windows')
      const { code } = await run('--version')
      return code === 0 ? null : lackOf('no-other-user')
    },
  }
}
export type PlainUser = Awaited<ReturnType<typeof createPlainUser>>
