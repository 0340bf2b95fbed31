import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { makePng } from './make-pictures.ts'
import { type Json, openTestWorkspace } from './open-test-workspace.ts'
import { visitAs } from './visit-as.ts'

const planPath = '/settings/plan'
const allOn = { apiAccess: 'on', apiSubscription: 'on', productFeature: 'on' }

describe('reading products', () => {
  it('is off by default: nothing answers, and neither the description nor the connection file mentions it', async () => {
    const w = await openTestWorkspace()
    const id = ((await (await w.json('POST', '/v1/products', {})).json()) as Json).data.id
    const answer = await fetch(`${w.baseUrl}/v1/products/${id}`, { headers: w.keyHeaders })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'PATCH'])
    const { paths } = (await (await fetch(`${w.baseUrl}/openapi.json`)).json()) as Json
    expect(Object.keys(paths['/v1/products/{productId}'])).toEqual(['patch'])
    expect(w.readConnection().readProduct).toBeUndefined()
  })

  it('returns a product with all its lists while the switch is on, for anyone with read access', async () => {
    const w = await openTestWorkspace()
    const visit = await visitAs(w, 'Admin')
    expect(await (await visit.open(planPath)).text()).toContain('Reading products')
    await visit.submit(planPath, planPath, { ...allOn, productReading: 'on' })
    const id = ((await (await w.json('POST', '/v1/products', { name: 'Mug' })).json()) as Json).data.id
    const read = async (headers: Record<string, string> = w.keyHeaders) => {
      const answer = await fetch(`${w.baseUrl}/v1/products/${id}`, { headers })
      return [answer.status, ((await answer.json()) as Json).data] as const
    }
    expect(await read()).toEqual([200, { id, name: 'Mug', attributes: { Images: [], Manuals: [] } }])
    const source = await w.upload(await makePng())
    await w.json('PATCH', `/v1/products/${id}`, { attributes: { images: [source] } })
    expect(await read()).toEqual([200, { id, name: 'Mug', attributes: { Images: [source], Manuals: [] } }])
    expect((await read({ authorization: `Bearer ${(await w.signIn('user:read')).access_token}` }))[0]).toBe(200)
    expect((await read({}))[0]).toBe(401)
    expect((await fetch(`${w.baseUrl}/v1/products/prd_none`, { headers: w.keyHeaders })).status).toBe(404)
    await w.admin('POST', '/switches', { productFeature: false })
    expect((await read())[0]).toBe(403)
  })

  it('is in the description and the connection file while it is turned on; the secret stays', async () => {
    const w = await openTestWorkspace()
    const methods = async () => {
      const document = (await (await fetch(`${w.baseUrl}/openapi.json`)).json()) as Json
      expect((await new Validator().validate(document)).valid).toBe(true)
      return Object.keys(document.paths['/v1/products/{productId}']).sort()
    }
    await w.admin('POST', '/switches', { productReading: true })
    expect(await methods()).toEqual(['get', 'patch'])
    expect(w.readConnection()).toEqual({ ...w.connection, readProduct: {} })
    await w.stop()
    const again = await openTestWorkspace(w.dataDir)
    expect(again.connection.readProduct).toEqual({})
    await again.admin('POST', '/switches', { productReading: false })
    expect(again.readConnection()).toEqual({ ...w.connection, baseUrl: again.baseUrl })
  })

  it('leaves a connection file with a wrong secret unchanged', async () => {
    const w = await openTestWorkspace()
    await w.admin('POST', '/reset-client-secret?keepFile')
    const { clientSecret } = w.readConnection()
    await w.admin('POST', '/switches', { productReading: true })
    expect(w.readConnection()).toEqual({ ...w.connection, clientSecret })
  })
})
