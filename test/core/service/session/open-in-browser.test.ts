import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openInBrowser } from '../../../../electron/core/service/session/open-in-browser.ts'
import { lackOf } from '../../../support/lacks.ts'

const lack = process.platform === 'win32' ? lackOf('on-windows') : null

describe.skipIf(lack)(`opening the browser${lack ? ` (skipped: ${lack})` : ''}`, () => {
  const path = process.env.PATH
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'packshot-browser-'))
    process.env.PATH = folder
  })
  afterEach(() => {
    process.env.PATH = path
    rmSync(folder, { recursive: true, force: true })
  })
  const install = (name: string, script: string): void => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(folder, name), 0o755)
  }

  test('passes the whole address as one argument', async () => {
    install('xdg-open', `printf '%s|' "$@" > '${join(folder, 'seen')}'`)
    await openInBrowser('https://example.com/authorize?a=b&c=$(id);"x"', 'linux')
    expect(readFileSync(join(folder, 'seen'), 'utf8')).toBe('https://example.com/authorize?a=b&c=$(id);%22x%22|')
  })

  test('reports a missing browser, one that fails, and an address that is not a web address', async () => {
    await expect(openInBrowser('https://example.com', 'linux')).rejects.toMatchObject({ code: 'sign-in-failed' })
    install('xdg-open', 'exit 3')
    await expect(openInBrowser('https://example.com', 'linux')).rejects.toMatchObject({ message: expect.stringContaining('ended with 3') })
    await expect(openInBrowser('file:///etc/passwd', 'linux')).rejects.toMatchObject({
      message: expect.stringContaining('not a web address'),
    })
  })
})
