import { describe, expect, it } from 'vitest'
import { openContentTest } from './open-content-test.ts'

const page = (text = '') => ({ offset: 0, limit: 500, text })

describe('the brand voices of a workspace', () => {
  it('are read to the last page without duplicates, and can be searched by name and by how they sound', async () => {
    const test = await openContentTest()
    for (let at = 0; at < 120; at++) await test.workspace().json('POST', '/v1/tones', { name: `Größe ${at}`, value: 'Loud.' })
    expect(await test.client().brandVoices.voices.page(page())).toEqual({ total: 0, fetchedAt: null, rows: [] })
    const refreshed = await test.client().brandVoices.voices.refresh()
    expect(refreshed.total).toBe(123)
    const all = await test.client().brandVoices.voices.page(page())
    expect(all).toMatchObject({ total: 123, fetchedAt: refreshed.fetchedAt })
    expect(new Set(all.rows.map(({ id }) => id)).size).toBe(123)
    expect(all.rows.slice(0, 2)).toEqual([
      { id: expect.stringMatching(/^ton_/), name: 'Plain', description: 'Short sentences. Plain words.' },
      { id: expect.any(String), name: 'Friendly', description: expect.stringContaining('relaxed') },
    ])
    expect((await test.client().brandVoices.voices.page(page('GROSSE'))).total).toBe(0)
    expect((await test.client().brandVoices.voices.page(page('größe 11'))).rows.map(({ name }) => name)).toContain('Größe 119')
    expect((await test.client().brandVoices.voices.page(page('contractions'))).rows.map(({ name }) => name)).toEqual(['Friendly', 'Formal'])
    const second = await test.client().brandVoices.voices.page({ offset: 100, limit: 100 })
    expect(second.rows.map(({ id }) => id)).toEqual(all.rows.slice(100).map(({ id }) => id))
    const read = (await test.requests('/v1/tones')).filter(({ method }) => method === 'GET')
    expect(read).toHaveLength(2)
  })

  it('are shown with their age when the workspace is offline or after a restart; a failed refresh changes nothing', async () => {
    const test = await openContentTest()
    const { fetchedAt } = await test.client().brandVoices.voices.refresh()
    await test.client().brandVoices.templates.refresh()
    await test.workspace().stop()
    await expect(test.client().brandVoices.voices.refresh()).rejects.toMatchObject({ code: 'offline' })
    await test.reopen()
    expect(await test.client().brandVoices.voices.page(page())).toMatchObject({ total: 3, fetchedAt })
    expect((await test.client().brandVoices.templates.list()).rows.map(({ name }) => name)).toEqual(['Alt text', 'Product teaser'])
    await test.client().workspaces.disconnect()
    expect(await test.client().brandVoices.voices.page(page())).toEqual({ total: 0, fetchedAt: null, rows: [] })
    await expect(test.client().brandVoices.voices.refresh()).rejects.toMatchObject({ code: 'no-connection' })
  })

  it.each([
    ['array', 3],
    ['bare', 3],
    ['data-array', 3],
    ['wrapped', 3],
    ['extra', 3],
    ['single', 1],
  ])('are read from the envelope “%s”, and so are templates', async (form, count) => {
    const test = await openContentTest()
    await test.misbehave({ match: { path: '/v1/t' }, effect: { kind: 'envelope', form } })
    expect(await test.client().brandVoices.voices.refresh()).toMatchObject({ total: count })
    expect((await test.client().brandVoices.voices.page(page())).rows[0]?.name).toBe('Plain')
    await test.client().brandVoices.templates.refresh()
    expect((await test.client().brandVoices.templates.list()).rows[0]).toEqual({
      id: expect.stringMatching(/^skl_/),
      name: 'Alt text',
      description: 'An alternative text for a product picture.',
      inputs: [
        { name: 'answer', label: 'What the picture shows', type: 'string', isRequired: true },
        { name: 'product', label: 'Product name', type: 'string', isRequired: false },
      ],
    })
  })

  it.each([
    [{ kind: 'envelope', form: 'no-data' }, 'odd-answer'],
    [{ kind: 'html-answer' }, 'bad-answer'],
    [{ kind: 'status', status: 402 }, 'payment-required'],
    [{ kind: 'status', status: 403 }, 'not-allowed'],
    [{ kind: 'status', status: 401 }, 'unauthorized'],
    [{ kind: 'status', status: 503, body: 'html' }, 'service-failed'],
    [{ kind: 'cut', at: 'before-answer' }, 'offline'],
  ])('that cannot be parsed (%j) are reported, and the earlier ones stay', async (effect, code) => {
    const test = await openContentTest()
    const { fetchedAt } = await test.client().brandVoices.voices.refresh()
    await test.misbehave({ match: { path: '/v1/tones' }, effect })
    await expect(test.client().brandVoices.voices.refresh()).rejects.toMatchObject({ code })
    expect(await test.client().brandVoices.voices.page(page())).toMatchObject({ total: 3, fetchedAt })
  })

  it('are not requested before the time that a 429 names', async () => {
    const test = await openContentTest()
    await test.misbehave({ match: { path: '/v1/tones' }, times: 1, effect: { kind: 'status', status: 429, retryAfter: '2' } })
    const sent = async () => (await test.requests('/v1/tones')).length
    const before = await sent()
    const at = performance.now()
    await expect(test.client().brandVoices.voices.refresh()).rejects.toMatchObject({ code: 'rate-limited' })
    await expect(test.client().brandVoices.voices.refresh()).rejects.toMatchObject({ code: 'rate-limited' })
    expect(await sent()).toBe(before + 1)
    await expect
      .poll(
        () =>
          test
            .client()
            .brandVoices.voices.refresh()
            .catch(() => null),
        { timeout: 5_000 },
      )
      .toMatchObject({ total: 3 })
    expect(performance.now() - at).toBeGreaterThanOrEqual(1_990)
    expect(await sent()).toBe(before + 2)
  })
})
