import { createServer } from 'node:net'

/** Outside the range from which systems assign ports automatically. */
const firstPort = 20_000
const ports = 8_000

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

const findFree = async (): Promise<number> => {
  for (;;) {
    const port = firstPort + Math.floor(Math.random() * ports)
    if (await isFree(port)) return port
  }
}

/** Parallel test files use different ports for sign-ins. */
process.env.PACKSHOT_REDIRECT_PORTS = `${await findFree()},${await findFree()}`

/** No keychain unless a test adds one. Otherwise a command would ask the user's own, or wait for a bus that never answers. */
if (process.platform === 'linux') process.env.DBUS_SESSION_BUS_ADDRESS = 'disabled:'
