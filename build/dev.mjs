import { spawn } from 'node:child_process'
import { existsSync, watch, writeFileSync } from 'node:fs'
import { createServer as createNetServer } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'vite'
import { buildOutput } from './compiled-output.mjs'
import config from './electron.vite.config.ts'
import { lackForElectron, provideElectron } from './electron-runtime.mjs'

/**
 * `npm run dev [-- --browser] [-- --data-dir D]`: the window with hot reload, on the real core and a sample workspace that holds pictures and
 * answers. A change in renderer/ shows at once; one in electron/ or shared/ is built, and the host starts again. Run by with-runtime.mjs.
 */
const root = process.cwd()
const isBrowser = process.argv.includes('--browser')
const args = process.argv.slice(2).filter((arg) => arg !== '--browser')
const named = args.indexOf('--data-dir')
const dataFolder = named < 0 ? join(root, '.runtime/dev-data') : args[named + 1]
const log = (line) => console.log(`dev: ${line}`)

const run = (program, programArgs, env = {}) =>
  spawn(program, programArgs, { cwd: root, env: { ...process.env, ...env }, stdio: 'inherit' })
const exitOf = (child) => new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)))

/** Once: the demonstration's pictures, answers and product. */
const seed = async () => {
  const note = join(dataFolder, 'seeded')
  if (existsSync(note)) return
  log('filling the sample workspace (once) …')
  const code = await exitOf(run(process.execPath, ['out/main/demo.js'], { PACKSHOT_DATA_DIR: dataFolder }))
  if (code === 0) writeFileSync(note, '')
}

/** The page's client needs the port before the server listens, so it is chosen first. */
const findFreePort = () =>
  new Promise((resolve, reject) => {
    const probe = createNetServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })

/** The page from its sources. Inline scripts and styles carry a placeholder, which the host replaces by each load's nonce. */
const openPage = async () => {
  const { renderer } = config
  const port = await findFreePort()
  const server = await createServer({
    ...renderer,
    configFile: false,
    clearScreen: false,
    plugins: renderer.plugins.flat().filter((plugin) => plugin.name !== 'preload-font'),
    html: { cspNonce: 'nonce-of-this-load' },
    server: { host: '127.0.0.1', port, strictPort: true, hmr: { host: '127.0.0.1', clientPort: port, protocol: 'ws' } },
  })
  await server.listen()
  return { server, origin: `http://127.0.0.1:${port}` }
}

/** The program that shows the window, and its first arguments. */
const findHost = async () => {
  const browser = [process.execPath, 'out/main/browser-host.js']
  if (isBrowser) return browser
  const lack = lackForElectron({ platform: process.platform, env: process.env, isRoot: process.getuid?.() === 0 })
  const { program, why } = lack ? { why: lack } : await provideElectron({ root, node: process.execPath, log })
  if (program) return [program, root]
  log(`${why}: opening in a browser instead`)
  return browser
}

/** Runs the host until it ends by itself; `again` restarts it. */
const keepHost = ([program, ...first], env) => {
  let child
  let isStartingAgain = false
  const ended = new Promise((resolve) => {
    const start = () => {
      child = run(
        program,
        [...first, '--data-dir', dataFolder, ...args.filter((_, at) => named < 0 || (at !== named && at !== named + 1))],
        env,
      )
      void exitOf(child).then((code) => {
        if (!isStartingAgain) return resolve(code)
        isStartingAgain = false
        start()
      })
    }
    start()
  })
  return {
    ended,
    again: () => {
      isStartingAgain = true
      child.kill()
    },
    stop: (signal) => child.kill(signal),
  }
}

const watchCore = (host) => {
  let timer
  const rebuild = async () => {
    log('building …')
    try {
      await buildOutput(root, process.execPath)
      log('starting again')
      host.again()
    } catch (error) {
      console.error(error.printed ?? '', error.message)
    }
  }
  const isSource = (name) => /\.(ts|tsx|json)$/.test(name ?? '')
  return ['electron', 'shared'].map((folder) =>
    watch(join(root, folder), { recursive: true }, (_event, name) => {
      if (!isSource(name)) return
      clearTimeout(timer)
      timer = setTimeout(() => void rebuild(), 300)
    }),
  )
}

await seed()
const { server, origin } = await openPage()
const host = keepHost(await findHost(), { PACKSHOT_LIVE_PAGE: origin, ELECTRON_RUN_AS_NODE: undefined })
const watchers = watchCore(host)
log(`the page comes from its sources by ${origin}; change one in renderer/ and look (Ctrl-C ends it)`)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => host.stop(signal))
const code = await host.ended
for (const watcher of watchers) watcher.close()
await server.close()
process.exit(code)
