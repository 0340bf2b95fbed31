import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'

const hexPort = (port: number): string => port.toString(16).toUpperCase().padStart(4, '0')

/** The user whose socket has this local port and leads to `toPort`, both on 127.0.0.1, in the text of /proc/net/tcp (proc(5)). */
export const findUser = (table: string, port: number, toPort: number): number | null => {
  for (const line of table.split('\n').slice(1)) {
    const [, local, remote, , , , , user] = line.trim().split(/\s+/)
    if (local?.endsWith(`0100007F:${hexPort(port)}`) && remote?.endsWith(`0100007F:${hexPort(toPort)}`)) return Number(user)
  }
  return null
}

/** Root can do all that its users can. */
const root = 0

/**
 * False if the program at the other end belongs to another user of this computer. On Linux an address that is opened in a browser stands in a
 * command line, which every user can read; elsewhere it doesn't, and the system doesn't say whose socket it is.
 */
export const isOurUser = async ({ remotePort, localPort }: Pick<Socket, 'remotePort' | 'localPort'>): Promise<boolean> => {
  const ours = process.getuid?.()
  if (process.platform !== 'linux' || ours === undefined || remotePort === undefined || localPort === undefined) return true
  const tables = await Promise.all(['/proc/net/tcp', '/proc/net/tcp6'].map((path) => readFile(path, 'latin1').catch(() => '')))
  const users = tables.map((table) => findUser(table, remotePort, localPort))
  return users.every((user) => user === null || user === ours || user === root)
}
