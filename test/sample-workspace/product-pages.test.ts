import { describe, expect, it } from 'vitest'
import { makePng, sha256 } from './make-pictures.ts'
import { type Json, openTestWorkspace } from './open-test-workspace.ts'
import { visitAs } from './visit-as.ts'

const openAsSomebody = async () => {
  const w = await openTestWorkspace()
  const { open } = await visitAs(w, 'Member')
  return { ...w, open }
}

describe('the product pages', () => {
  it('show products with the pictures and values of their attributes', async () => {
    const w = await openAsSomebody()
    expect(await (await w.open('/products')).text()).toContain('There are no products yet')
    const png = await makePng()
    const [picture, manual] = [await w.upload(png, 'Tüte <1>.png'), await w.upload(Buffer.from('%PDF-1.7'), 'manual.pdf')]
    const attributes = { Images: [picture], Manuals: [manual], Description: 'Loose <b>leaves</b>' }
    const { data } = (await (await w.json('POST', '/v1/products', { name: 'Tea & more', attributes })).json()) as Json
    const list = await w.open('/products')
    const listed = await list.text()
    expect(listed).toContain(`<a href="/products/${data.id}">Tea &amp; more</a>`)
    expect(listed).toContain(`<img src="/products/pictures/${picture}" alt="Tüte &lt;1&gt;.png"`)
    expect(list.headers.get('content-security-policy')).toContain("img-src 'self'")
    const page = await (await w.open(`/products/${data.id}`)).text()
    for (const text of ['Images', 'CONTEXT_SOURCE_LIST', 'manual.pdf', 'Loose &lt;b&gt;leaves&lt;/b&gt;']) expect(page).toContain(text)
    const bytes = await w.open(`/products/pictures/${picture}`)
    expect([bytes.headers.get('content-type'), bytes.headers.get('x-content-type-options')]).toEqual(['image/png', 'nosniff'])
    expect(sha256(Buffer.from(await bytes.arrayBuffer()))).toBe(sha256(png))
  })

  it('serve only pictures, and nothing to visitors who have not chosen who they are', async () => {
    const w = await openAsSomebody()
    const html = await w.upload(Buffer.from('<script>alert(1)</script>'), 'a.png')
    expect((await w.open(`/products/pictures/${html}`)).status).toBe(404)
    expect((await w.open('/products/pictures/src_none')).status).toBe(404)
    expect((await w.open('/products/prd_none')).status).toBe(404)
    const picture = await w.upload(await makePng())
    for (const path of ['/products', `/products/pictures/${picture}`]) {
      const answer = await w.get(w.baseUrl + path)
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/settings'])
    }
  })

  it('continue on the next page after fifty products', async () => {
    const w = await openAsSomebody()
    for (let count = 1; count <= 51; count += 1) await w.json('POST', '/v1/products', { name: `Product no. ${count}.` })
    const first = await (await w.open('/products')).text()
    expect([first.includes('no. 50.'), first.includes('no. 51.')]).toEqual([true, false])
    const next = /href="(\/products\?after=\d+)"/.exec(first)?.[1] ?? ''
    expect(await (await w.open(next)).text()).toContain('no. 51.')
  })
})
