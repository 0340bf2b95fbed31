import type { ElectronApplication } from 'playwright'

export type NetworkState = 'up' | 'refused' | 'black-holed'

/**
 * Changes the main process's connections to `port` of this computer, including open ones. `refused`: they end at once
 * with ECONNREFUSED or ECONNRESET. `black-holed`: they stay, but no data passes, as behind a firewall that drops packets.
 * `up`: no change.
 */
export const setNetwork = (app: ElectronApplication, port: number, state: NetworkState): Promise<void> =>
  app.evaluate(
    (_electron, given) => {
      const net = process.getBuiltinModule('node:net')
      type Socket = InstanceType<typeof net.Socket>
      const holder = globalThis as { packshotNetwork?: { state: NetworkState } }
      if (holder.packshotNetwork) {
        holder.packshotNetwork.state = given.state
        return
      }
      const network = { state: given.state }
      holder.packshotNetwork = network
      const refuse = (socket: Socket, code: string): void => {
        setImmediate(() => socket.destroy(Object.assign(new Error(code), { code, syscall: 'connect' })))
      }
      const { connect, write, read } = net.Socket.prototype
      // A connected socket is kept alive by its handle; undici holds it weakly.
      const waiting = new Set<Socket>()
      const isCut = (socket: Socket): boolean => network.state !== 'up' && socket.remotePort === given.port
      Object.assign(net.Socket.prototype, {
        connect(this: Socket, ...args: unknown[]) {
          const first = (Array.isArray(args[0]) ? args[0][0] : args[0]) as { port?: unknown }
          if (Number(first?.port) !== given.port || network.state === 'up') return Reflect.apply(connect, this, args)
          Object.assign(this, { connecting: true })
          waiting.add(this)
          this.once('close', () => waiting.delete(this))
          if (network.state === 'refused') refuse(this, 'ECONNREFUSED')
          return this
        },
        write(this: Socket, ...args: unknown[]) {
          if (!isCut(this)) return Reflect.apply(write, this, args)
          if (network.state === 'refused') refuse(this, 'ECONNRESET')
          return true
        },
        read(this: Socket, ...args: unknown[]) {
          return isCut(this) ? null : Reflect.apply(read, this, args)
        },
      })
      const handles = (process as unknown as { _getActiveHandles: () => unknown[] })._getActiveHandles()
      for (const handle of handles)
        if (handle instanceof net.Socket && isCut(handle) && network.state === 'refused') refuse(handle, 'ECONNRESET')
    },
    { port, state },
  )
