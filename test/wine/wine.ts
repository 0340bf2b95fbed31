import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeForwardingLibrary } from './forwarding-library.ts'

export type Ran = { readonly code: number | null; readonly isLate: boolean; readonly stdout: string; readonly stderr: string }

export type Wine = {
  /** Runs a Windows program. Its output goes through files, since Node for Windows can't write to Wine's pipes. */
  readonly run: (args: readonly string[], options: RunOptions) => Promise<Ran>
  readonly stop: () => void
}

type RunOptions = { readonly cwd: string; readonly limitMs: number; readonly env?: NodeJS.ProcessEnv }

/** Why Wine can't be used, with what to do; or null. */
export const findReasonAgainstWine = (platform: NodeJS.Platform, arch: string, isThere: (program: string) => boolean): string | null => {
  if (platform === 'win32') return 'this is Windows: run `npm run check`.'
  if (platform !== 'linux' || arch !== 'x64') return `Wine for x64 programs is used on Linux x64 only, not on ${platform} ${arch}.`
  const missing = ['wine', 'wineserver'].filter((program) => !isThere(program))
  return missing.length > 0
    ? `${missing.join(' and ')} not found. Debian: apt-get install --no-install-recommends wine wine64. Then run this again.`
    : null
}

export const isInstalled = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

/** A separate Windows in `folder`, Windows 10 by name. */
export const openWine = async (folder: string): Promise<Wine> => {
  const prefix = join(folder, 'prefix')
  mkdirSync(folder, { recursive: true })
  const environment = { ...process.env, WINEPREFIX: prefix, WINEDEBUG: '-all', NODE_SKIP_PLATFORM_CHECK: '1', NO_COLOR: '1' }
  const stop = (): void => void spawnSync('wineserver', ['--kill'], { env: environment })
  const run: Wine['run'] = async (args, { cwd, limitMs, env = {} }) => {
    const files = ['stdout', 'stderr'].map((name) => join(folder, name))
    const [out = 'ignore', error = 'ignore'] = files.map((file) => openSync(file, 'w'))
    const child = spawn('wine', args, { cwd, env: { ...environment, ...env }, stdio: ['ignore', out, error] })
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      // With everything it started: it all depends on this Windows' server.
      stop()
      child.kill('SIGKILL')
    }, limitMs)
    const [code] = await once(child, 'exit')
    clearTimeout(timer)
    for (const file of [out, error]) if (typeof file === 'number') closeSync(file)
    const [stdout = '', stderr = ''] = files.map((file) => readFileSync(file, 'utf8'))
    return { code: code as number | null, isLate, stdout, stderr }
  }
  const library = join(prefix, 'drive_c/windows/system32/bcryptprimitives.dll')
  if (!existsSync(library)) {
    const { code, stderr } = await run(['winecfg', '-v', 'win10'], { cwd: folder, limitMs: 180_000 })
    if (code !== 0) throw new Error(`winecfg failed (exit code ${code}): ${stderr}`)
    writeFileSync(library, makeForwardingLibrary('bcryptprimitives.dll', { ProcessPrng: 'advapi32.SystemFunction036' }))
  }
  return { run, stop }
}

/** A path as programs under Wine see it. */
export const windowsPath = (path: string): string => `Z:${path.replaceAll('/', '\\')}`
