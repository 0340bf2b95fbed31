import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { lackOf } from '../support/lacks.ts'

const url = new URL('../../build/run-process.mjs', import.meta.url).href

/** A process that runs `code` in a child through runForeground, as the packshot command does under an older Node. */
const inForeground = (code: string, platform: NodeJS.Platform = process.platform, first = '', hasConsole = true) =>
  spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { runForeground } from '${url}'; ${first}; process.exitCode = await runForeground(process.execPath, ['-e', ${JSON.stringify(code)}], { platform: '${platform}', hasConsole: ${hasConsole} })`,
    ],
    { stdio: ['pipe', 'pipe', 'pipe'] },
  )

/** Windows has no signals: sending one ends the process at once. */
const lack = process.platform === 'win32' ? lackOf('on-windows') : null

describe('a command run in the foreground', () => {
  it('returns its exit code', async () => {
    expect(await once(inForeground('process.exit(3)'), 'close')).toEqual([3, null])
  })

  it('shares our input and output', async () => {
    const child = inForeground('process.stdin.pipe(process.stdout)')
    child.stdin.end('a secret')
    expect(String((await once(child.stdout, 'data'))[0])).toBe('a secret')
    await once(child, 'close')
  })
})

describe.skipIf(lack)(`a command run in the foreground, and signals${lack ? ` (skipped: ${lack})` : ''}`, () => {
  it('returns the code that shells return when a signal ended it', async () => {
    expect(await once(inForeground("process.kill(process.pid, 'SIGKILL')"), 'close')).toEqual([137, null])
  })

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('gets %s once, and may shut down in its own way', async (signal) => {
    const child = inForeground(
      `let heard = 0; process.on('${signal}', () => { heard += 1; setTimeout(() => process.exit(40 + heard), 100) }); setInterval(() => {}, 1000); console.log('ready')`,
    )
    await once(child.stdout, 'data')
    child.kill(signal)
    expect(await once(child, 'close')).toEqual([41, null])
  })

  it.each(['SIGINT', 'SIGHUP'] as const)('on Windows gets no second %s, since the console has already sent one', async (signal) => {
    const child = inForeground(
      `let heard = 0; process.on('${signal}', () => { heard += 1 }); process.stdin.once('end', () => setTimeout(() => process.exit(40 + heard), 100)).resume(); console.log('ready')`,
      'win32',
      `process.on('${signal}', () => process.stderr.write('heard'))`,
    )
    await once(child.stdout, 'data')
    child.kill(signal)
    await once(child.stderr, 'data')
    child.stdin.end()
    expect(await once(child, 'close')).toEqual([40, null])
  })

  it.each(['SIGINT', 'SIGHUP'] as const)('on Windows is ended at %s when it has windows and no console', async (signal) => {
    const child = inForeground("setInterval(() => {}, 1000); console.log('ready')", 'win32', '', false)
    await once(child.stdout, 'data')
    child.kill(signal)
    // As 128 + 15: SIGTERM.
    expect(await once(child, 'close')).toEqual([143, null])
  })
})
