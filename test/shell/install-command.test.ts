import { execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findCommandPlace, headless } from '../../electron/shell/install-command.ts'

const script = fileURLToPath(new URL('../../build/package/command/packshot', import.meta.url))
const home = '/home/mia'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-command-place-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const writeProgram = async (path: string): Promise<void> => {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, '#!/bin/sh\nprintf "%s\\n" "$@"\n')
  await chmod(path, 0o755)
}

describe('the command of a package', () => {
  it('starts the program beside it, also through links, with the arguments as they are', async () => {
    await writeProgram(join(folder, "it's here/packshot"))
    const command = join(folder, "it's here/resources/bin/packshot")
    await mkdir(dirname(command), { recursive: true })
    await writeFile(command, await readFile(script))
    await chmod(command, 0o755)
    execFileSync('ln', ['-s', command, join(folder, 'first')])
    execFileSync('ln', ['-s', 'first', join(folder, 'packshot')])
    const printed = execFileSync(join(folder, 'packshot'), ['ask', 'two words', '*', '--json'], { encoding: 'utf8' })
    expect(printed.split('\n')).toEqual([...headless.split(' '), 'ask', 'two words', '*', '--json', ''])
  })

  // The keychain asks a person when another program than the one that made an entry uses it.
  it('is on macOS the same program as the window', async () => {
    await writeProgram(join(folder, 'Packshot.app/Contents/MacOS/Packshot'))
    const command = join(folder, 'Packshot.app/Contents/Resources/bin/packshot')
    await mkdir(dirname(command), { recursive: true })
    await writeFile(command, await readFile(script))
    await chmod(command, 0o755)
    expect(execFileSync(command, ['status'], { encoding: 'utf8' })).toMatch(/--command\n--\nstatus\n$/)
  })
})

describe('“Install the packshot Command”', () => {
  it('on Linux writes a script into the person’s own folder, which starts an AppImage as the command', async () => {
    const image = join(folder, 'my apps/Packshot.AppImage')
    await writeProgram(image)
    const environment = { APPIMAGE: image, PATH: `/usr/bin:${home}/.local/bin` }
    const place = findCommandPlace({ platform: 'linux', home, resources: '/tmp/.mount_Pack/resources', environment })
    expect(place).toMatchObject({ file: `${home}/.local/bin/packshot`, isOffPath: false, byHand: null })
    await writeFile(join(folder, 'packshot'), place?.content ?? '', { mode: 0o755 })
    expect(execFileSync(join(folder, 'packshot'), ['status'], { encoding: 'utf8' })).toBe(`${headless.replaceAll(' ', '\n')}\nstatus\n`)
  })

  it('starts an unpacked archive through its own script, and says when the folder is not on the PATH', () => {
    const place = findCommandPlace({ platform: 'linux', home, resources: '/srv/Packshot/resources', environment: { PATH: '/usr/bin' } })
    expect(place).toMatchObject({ content: `#!/bin/sh\nexec '/srv/Packshot/resources/bin/packshot' "$@"\n`, isOffPath: true })
  })

  it('is not there where the Debian package has done it', () => {
    expect(findCommandPlace({ platform: 'linux', home, resources: '/opt/Packshot/resources', environment: {} })).toBeNull()
  })

  it('on macOS says what to type where this user may not write', () => {
    const resources = '/Applications/Packshot.app/Contents/Resources'
    expect(findCommandPlace({ platform: 'darwin', home, resources, environment: {} })).toMatchObject({
      file: '/usr/local/bin/packshot',
      byHand: `sudo mkdir -p /usr/local/bin && sudo ln -sf '${resources}/bin/packshot' /usr/local/bin/packshot`,
    })
  })

  it('on Windows uses the folder of the user’s own programs', () => {
    const environment = { LOCALAPPDATA: 'C:\\Users\\Mia\\AppData\\Local' }
    const place = findCommandPlace({
      platform: 'win32',
      home: 'C:\\Users\\Mia',
      resources: 'C:\\Program Files\\Packshot\\resources',
      environment,
    })
    expect(place).toMatchObject({
      file: 'C:\\Users\\Mia\\AppData\\Local\\Microsoft\\WindowsApps\\packshot.cmd',
      content: '@"C:\\Program Files\\Packshot\\resources\\bin\\packshot.cmd" %*\r\n',
    })
  })
})
