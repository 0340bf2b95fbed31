import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadKeytar } from '../../../../electron/core/base/keychain/load-keytar.ts'
import { lackOf } from '../../../support/lacks.ts'

const isThere = (command: string): boolean => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0
const findLack = async (): Promise<string | null> => {
  if (process.platform !== 'linux') return lackOf('not-linux')
  if (!['dbus-run-session', 'gnome-keyring-daemon'].every(isThere)) return lackOf('no-keyring')
  return loadKeytar().then(
    () => null,
    () => lackOf('no-keytar'),
  )
}
const lack = await findLack()

const script = fileURLToPath(new URL('real-keyring-process.ts', import.meta.url))
// The daemon reads its password from standard input; the first unlock creates the keyring.
const inSession = `
gnome-keyring-daemon --foreground --unlock --components=secrets >/dev/null 2>"$HOME/daemon.log" <<END &
test-password
END
daemon=$!
i=0
while [ $i -lt 100 ] && ! dbus-send --session --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets 2>/dev/null | grep -q true; do i=$((i+1)); sleep 0.05; done
"$PACKSHOT_TEST_NODE" --disable-warning=ExperimentalWarning "$PACKSHOT_TEST_SCRIPT"
status=$?
kill $daemon
exit $status
`

describe.skipIf(lack)(`a real gnome-keyring${lack ? ` (skipped: ${lack})` : ''}`, () => {
  let home = ''
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'packshot-keyring-'))
    for (const folder of ['run', 'data', 'config', 'cache']) mkdirSync(join(home, folder), { mode: 0o700 })
  })
  afterAll(() => rmSync(home, { recursive: true, force: true }))

  test('stores values of 10 KB, forgets deleted ones, and never has half a value after kill -9', async () => {
    const env = {
      PATH: process.env.PATH,
      HOME: home,
      XDG_RUNTIME_DIR: join(home, 'run'),
      XDG_DATA_HOME: join(home, 'data'),
      XDG_CONFIG_HOME: join(home, 'config'),
      XDG_CACHE_HOME: join(home, 'cache'),
      LANG: 'C.UTF-8',
      PACKSHOT_TEST_NODE: process.execPath,
      PACKSHOT_TEST_SCRIPT: script,
    }
    const child = spawn('dbus-run-session', ['--', 'sh', '-c', inSession], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
    })
    const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
    expect(code, stderr).toBe(0)
    const seen = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
    expect(seen).toEqual({
      storage: 'keychain',
      reason: null,
      roundTrips: [true, true, true, true],
      afterDelete: null,
      killed: { kills: 10, torn: 0, seen: expect.any(Number) },
      leftOver: [],
    })
    console.info(`gnome-keyring: values of 10 KB written and read; ${seen.killed.kills} kills, ${seen.killed.torn} torn`)
  })
})
