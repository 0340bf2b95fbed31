import { createServer } from 'node:net'

/** Outside the range from which systems give ports by themselves. */
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

/** Sign-ins of test files that run beside each other come back to ports of their own. */
process.env.PACKSHOT_REDIRECT_PORTS = `${await findFree()},${await findFree()}`

/** No keychain unless a test brings one: else a command asks the one of whoever is at this computer, or waits for a bus that nobody answers at. */
if (process.platform === 'linux') process.env.DBUS_SESSION_BUS_ADDRESS = 'disabled:'
