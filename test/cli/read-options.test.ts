import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { readChosenImages } from '../../electron/cli/commands/ask.ts'
import { adviseRawBasic } from '../../electron/cli/commands/connect.ts'
import { readConnectionForm } from '../../electron/cli/connection-form.ts'
import { readCurrent } from '../../electron/cli/read-current.ts'
import { readSecret } from '../../electron/cli/read-secret.ts'
import { AppError } from '../../shared/base/errors.ts'

const codeOf = async (work: () => unknown): Promise<string> => {
  try {
    await work()
  } catch (error) {
    return error instanceof AppError ? error.code : String(error)
  }
  return 'nothing'
}
const input = (text: string) => Readable.from([text])

describe('options', () => {
  it('for a product’s list are empty, as known, ids in their order, or that the service appends', () => {
    const known = ['src_1a', 'src_2b']
    expect(readCurrent({}, known)).toBeNull()
    expect(readCurrent({ current: ' none ' }, known)).toEqual({ kind: 'nothing' })
    expect(readCurrent({ current: 'known' }, known)).toEqual({ kind: 'as-known' })
    expect(readCurrent({ current: 'src_9b, src_1a' }, known)).toEqual({ kind: 'ids', ids: ['src_9b', 'src_1a'] })
    expect(readCurrent({ serviceAppends: true }, known)).toEqual({ kind: 'appends' })
    expect(readCurrent({ current: 'src_1a', removed: 'src_2b' }, known)).toEqual({ kind: 'ids', ids: ['src_1a'], removed: ['src_2b'] })
    expect(readCurrent({ current: 'none', removed: 'src_1a,src_2b' }, known)).toEqual({ kind: 'nothing', removed: known })
  })

  it('for a product’s list are rejected when they are ambiguous', async () => {
    const wrong = [
      { current: '' },
      { current: 'a,' },
      { current: 'none', serviceAppends: true },
      { removed: 'src_1' },
      { current: 'known', removed: 'src_1' },
      { current: 'none', removed: '' },
    ]
    for (const options of wrong) expect(await codeOf(() => readCurrent(options, []))).toBe('usage')
  })

  it('for a product’s list reject a word unlike any id as a typo, unless it is marked as an id', () => {
    for (const known of [[], ['src_1a2b'], ['481205']])
      expect(() => readCurrent({ current: 'banana' }, known)).toThrow(/“banana” doesn’t look like a source ID.*Nothing was queued/)
    expect(() => readCurrent({ current: 'src_1a2b,banana' }, ['src_1a2b'], 'nothing-changed')).toThrow(/Nothing was changed/)
    expect(readCurrent({ current: 'ids:banana' }, ['src_1a2b'])).toEqual({ kind: 'ids', ids: ['banana'] })
    expect(readCurrent({ current: 'ids:none' }, [])).toEqual({ kind: 'ids', ids: ['none'] })
  })

  it('for pictures mean all of them unless some are named', async () => {
    expect(readChosenImages({})).toEqual({ kind: 'all' })
    expect(readChosenImages({ image: ['a'] })).toEqual({ kind: 'some', images: ['a'] })
    expect(await codeOf(() => readChosenImages({ image: ['a'], all: true }))).toBe('usage')
  })

  it('for the workspace are one way of connecting, with its secret from standard input', async () => {
    const read = (options: Record<string, unknown>, text = '', named?: string) =>
      readConnectionForm(named, { browser: true, ...options }, input(text))
    expect(await read({ sample: true })).toEqual({ kind: 'sample' })
    expect(await read({}, '', 'packshot://connect?a=b')).toEqual({ kind: 'link', link: 'packshot://connect?a=b' })
    expect(await read({ baseUrl: 'https://a.example', apiKeyStdin: true, publish: 'data' }, ' key\n')).toMatchObject({
      kind: 'api-key',
      apiKey: 'key',
      publishing: { kind: 'data' },
    })
    expect(await read({ baseUrl: 'https://a.example', clientId: 'id', clientSecretStdin: true }, 'secret\r\n')).toMatchObject({
      kind: 'oauth',
      clientSecret: 'secret',
    })
    const raw = { baseUrl: 'https://a.example', clientId: 'id', clientSecretStdin: true, rawBasic: true }
    expect(await read(raw, 's')).toMatchObject({ kind: 'oauth', basicAuth: 'raw' })
    expect(await read({})).toBeNull()
    for (const wrong of [
      { sample: true, baseUrl: 'https://a.example' },
      { baseUrl: 'https://a.example', clientId: 'id' },
    ])
      expect(await codeOf(() => read(wrong))).toBe('usage')
    expect(await codeOf(() => read({ baseUrl: 'https://a.example', apiKeyStdin: true, publish: 'ftp://x' }, 'key'))).toBe('usage')
    expect(await codeOf(() => read({}, '', '/nowhere/at/all.packshot'))).toBe('file-missing')
  })

  it('for a workspace can be a link or a file on standard input, as Windows’ pipes encode it', async () => {
    const read = (bytes: Buffer) => readConnectionForm('-', { browser: true }, Readable.from([bytes.subarray(0, 3), bytes.subarray(3)]))
    const link = 'packshot://connect?name=Shop&baseUrl=https%3A%2F%2Fa.example'
    const utf16 = (text: string): Buffer => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
    expect(await read(Buffer.from(`${link}\r\n`))).toEqual({ kind: 'link', link })
    expect(await read(utf16(`${link}\r\n`))).toEqual({ kind: 'link', link })
    expect(await read(Buffer.from('\ufeff{"name":"Café"}\n'))).toEqual({ kind: 'file', text: '{"name":"Café"}' })
    expect(await codeOf(() => read(Buffer.from('\n')))).toBe('usage')
    expect(await codeOf(() => read(Buffer.alloc(300_000, 'x')))).toBe('usage')
  })

  it('for a workspace are combined with a file, and rejected if they would be ignored', async () => {
    const read = (options: Record<string, unknown>, named?: string) =>
      readConnectionForm(named, { browser: true, ...options }, input('key'))
    const options = { name: 'Shop', publish: 'data', rate: '60', rawBasic: true }
    const over = { name: 'Shop', publishing: { kind: 'data' }, rates: { 'analyse-image': 60 }, basicAuth: 'raw' }
    expect(await read(options, 'packshot://connect?a=b')).toMatchObject({ kind: 'link', over })
    expect(await read({ ...options, sample: true })).toEqual({ kind: 'sample', over })
    for (const [name, value] of Object.entries(options)) expect(await codeOf(() => read({ [name]: value })), name).toBe('usage')
    const byHand = { clientId: 'id', clientSecretStdin: true, apiKeyStdin: true }
    for (const [name, value] of Object.entries(byHand))
      for (const named of ['packshot://connect?a=b', undefined])
        expect(await codeOf(() => read({ [name]: value }, named)), name).toBe('usage')
    expect(await codeOf(() => read({ baseUrl: 'https://a.example', apiKeyStdin: true, rawBasic: true }))).toBe('usage')
  })

  it('for a client that is rejected: the hint names --raw-basic if form-encoding changes id or secret', () => {
    const refused = new AppError('invalid-client', { kind: 'client-refused', said: '', encoding: null })
    const actionOf = (form: Parameters<typeof adviseRawBasic>[1], error: unknown = refused) =>
      (adviseRawBasic(error, form) as AppError).action
    const client = { kind: 'oauth', baseUrl: 'https://a.example', clientId: 'id', clientSecret: 'a+b/c=' } as const
    const file = (fields: object) => ({ kind: 'file', text: JSON.stringify({ ...client, ...fields }) }) as const
    expect(actionOf(client)).toMatch(/--raw-basic/)
    expect(actionOf(file({}))).toMatch(/--raw-basic/)
    for (const form of [
      { ...client, clientSecret: 'plain' },
      { ...client, basicAuth: 'raw' as const },
      file({ basicAuth: 'raw' }),
      { ...file({}), over: { basicAuth: 'raw' as const } },
      null,
    ])
      expect(actionOf(form)).not.toMatch(/--raw-basic/)
    // The service's own answer at the token endpoint says it already, once.
    const explained = new AppError('invalid-client', { kind: 'client-refused', said: '', encoding: 'form' })
    expect(actionOf(client, explained)).toBe(explained.action)
    expect(actionOf(client, new AppError('offline', { kind: 'workspace-unreachable', networkCode: 'ECONNREFUSED' }))).not.toMatch(
      /--raw-basic/,
    )
  })

  it('on standard input are a secret with a length limit, which is never quoted in an error', async () => {
    expect(await readSecret(input('  s3cret \n'), 'api-key')).toBe('s3cret')
    expect(await codeOf(() => readSecret(input(' \n'), 'api-key'))).toBe('usage')
    await expect(readSecret(input('x'.repeat(20_000)), 'api-key')).rejects.toThrow(/^The API key on standard input is too long\.$/)
  })
})
