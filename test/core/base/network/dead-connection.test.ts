import { createServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createServiceDispatcher } from '../../../../electron/core/base/network/create-dispatcher.ts'
import { createReachability } from '../../../../electron/core/base/network/reachability.ts'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { createServiceClient } from '../../../../electron/core/service/calls/service-client.ts'
import { bodyTemplates, servicePaths } from '../../../../shared/workspaces/connection.ts'
import { waitFor } from '../../../support/open-test-core.ts'
import { type ScriptedService, startScriptedService } from '../../../support/scripted-service.ts'

const credential = { headers: { authorization: 'Bearer t' }, token: 't' }

describe('a request that makes no progress', () => {
  const ends: (() => unknown)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })

  const ask = async (service: Pick<ScriptedService, 'baseUrl'>, isReachable: (origin: string) => Promise<boolean>) => {
    const dispatcher = createServiceDispatcher()
    ends.push(() => dispatcher.destroy())
    const client = createServiceClient({
      connection: { baseUrl: service.baseUrl, paths: servicePaths.parse({}), templates: bodyTemplates.parse({}) },
      credentials: { credential: async () => credential, replaceRejected: async () => credential },
      dispatcher,
      ...systemPlatform,
      // Nothing but the silence ends a request here.
      timeouts: { silentMs: 100, headersMs: 3_600_000 },
      isReachable,
    })
    return client.analyse({ imageUrl: 'https://pictures.example/1.jpg', question: 'What is it?' })
  }

  it('fails as unreachable and uncertain when the address no longer answers', async () => {
    const service = await startScriptedService()
    ends.push(service.stop)
    service.answer = () => 'never'
    // Silence on a busy machine can begin before the request was sent: then it is certain that nothing arrived.
    const outcome = await ask(service, async () => {
      await waitFor(() => service.received.length > 0)
      return false
    })
    expect(outcome).toMatchObject({ kind: 'failed', uncertain: true, error: { code: 'unreachable' } })
  })

  it('keeps waiting while the service is reachable and just slow', async () => {
    const service = await startScriptedService()
    ends.push(service.stop)
    const asked: string[] = []
    service.answer = async () => {
      await waitFor(() => asked.length > 1)
      return { status: 200, body: { analysis: 'A cup.' } }
    }
    const outcome = await ask(service, async (origin) => {
      asked.push(origin)
      return true
    })
    expect(outcome).toMatchObject({ kind: 'done', value: { text: 'A cup.' } })
    expect(asked.length).toBeGreaterThan(1)
    expect(new Set(asked)).toEqual(new Set([new URL(service.baseUrl).origin]))
  })

  it('counts any answer as reachable and a closed port as not; parallel checks share one probe', async () => {
    const service = await startScriptedService()
    service.answer = () => ({ status: 404 })
    const { isReachable, stop } = createReachability()
    ends.push(stop)
    expect(await Promise.all([isReachable(service.baseUrl), isReachable(service.baseUrl), isReachable(service.baseUrl)])).toEqual([
      true,
      true,
      true,
    ])
    expect(service.received).toHaveLength(1)
    await service.stop()
    expect(await isReachable(service.baseUrl)).toBe(false)
  })

  it('counts a connection that is accepted and never answered as unreachable', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await new Promise((resolve) => silent.once('listening', resolve))
    const address = silent.address() as { port: number }
    ends.push(() => silent.close())
    const { isReachable, stop } = createReachability({ allowedMs: 300 })
    ends.push(stop)
    expect(await isReachable(`http://127.0.0.1:${address.port}`)).toBe(false)
  })
})
