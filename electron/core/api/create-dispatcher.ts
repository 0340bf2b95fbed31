import { Agent } from 'undici'

/**
 * The keep-alive connections to services. HTTP/1.1, one request at a time on each of at most `connections` connections to an origin:
 * an attempt's fate then depends on its own connection only. Close it when the core stops.
 */
export const createServiceDispatcher = ({
  connections = 32,
  connectMs = 10_000,
}: {
  connections?: number
  connectMs?: number
} = {}): Agent =>
  new Agent({
    connections,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: 10_000,
    keepAliveMaxTimeout: 60_000,
    connect: { timeout: connectMs },
  })
