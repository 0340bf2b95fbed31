import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkConnectionFile } from '../../../../electron/core/workspaces/connections/connection-rules.ts'
import { parseConnectionFile } from '../../../../electron/core/workspaces/connections/parse-connection-file.ts'
import {
  formatConnectionLink,
  isConnectionLink,
  parseConnectionLink,
} from '../../../../electron/core/workspaces/connections/parse-connection-link.ts'
import { defaultRedirectUris } from '../../../../shared/workspaces/redirect-addresses.ts'

const smallest = { packshot: 1, name: 'Shop', baseUrl: 'https://api.example.com/', clientId: 'id', clientSecret: 'hush-hush' }
const parse = (change: object): unknown => parseConnectionFile(JSON.stringify({ ...smallest, ...change }))

describe('a connection file', () => {
  test('needs five fields and has defaults for the rest', () => {
    expect(parse({})).toEqual({
      ...smallest,
      baseUrl: 'https://api.example.com',
      redirectUris: [...defaultRedirectUris],
      scopes: ['user'],
      basicAuth: 'form',
      publishing: { kind: 'origin' },
      paths: {},
      templates: {},
      rates: {},
    })
    // One path says nothing about the others.
    expect(parse({ paths: { sources: '/v2/sources' } })).toMatchObject({ paths: { sources: '/v2/sources' } })
    expect(Object.keys((parse({ paths: { sources: '/v2/sources' } }) as { paths: object }).paths)).toEqual(['sources'])
  })

  test('can start with a byte order mark and hold fields that this version does not know', () => {
    expect(parseConnectionFile(`\ufeff${JSON.stringify({ ...smallest, later: true })}`)).toMatchObject({ name: 'Shop' })
  })

  test.each<[string, object]>([
    ['packshot', { packshot: 2 }],
    ['packshot', { packshot: undefined }],
    ['name', { name: '' }],
    ['name', { name: 'safe\u202etxt.exe' }],
    ['name', { name: 'red \u001b[31m' }],
    ['baseUrl', { baseUrl: undefined }],
    ['baseUrl', { baseUrl: 'http://api.example.com' }],
    ['baseUrl', { baseUrl: 'https://me:pw@api.example.com' }],
    ['clientId', { clientId: 'i\nd' }],
    ['clientSecret', { clientSecret: '' }],
    ['redirectUris', { redirectUris: [] }],
    ['redirectUris', { redirectUris: ['a:b', 'a:c', 'a:d', 'a:e', 'a:f', 'a:g', 'a:h'] }],
    ['redirectUris', { redirectUris: ['packshot://a', 'packshot://a'] }],
    ['redirectUris.0', { redirectUris: ['http://example.com/callback'] }],
    ['redirectUris.1', { redirectUris: ['packshot://a', 'javascript:alert(1)'] }],
    ['scopes', { scopes: ['user user:read'] }],
    ['basicAuth', { basicAuth: 'digest' }],
    ['publishing', { publishing: { kind: 'carrier pigeon' } }],
    ['publishing.baseUrl', { publishing: { kind: 'base-url', baseUrl: 'ftp://example.com' } }],
    ['publishing.endpoint', { publishing: { kind: 's3', endpoint: 'http://storage.example', bucket: 'pictures' } }],
    ['publishing.bucket', { publishing: { kind: 's3', endpoint: 'https://storage.example', bucket: '../pictures' } }],
    [
      'publishing.keys',
      {
        publishing: {
          kind: 's3',
          endpoint: 'https://storage.example',
          bucket: 'pictures',
          keys: { accessKeyId: 'a', secretAccessKey: 'hush-hush\n' },
        },
      },
    ],
    [
      'publishing.lifetimeSeconds',
      { publishing: { kind: 's3', endpoint: 'https://storage.example', bucket: 'pictures', lifetimeSeconds: 604_801 } },
    ],
    ['paths.sources', { paths: { sources: '//evil.example/v1' } }],
    ['templates.command', { templates: { command: '{"text": "{{answer}}"}' } }],
    ['paths.analyse', { paths: { analyse: 'v1/image' } }],
    ['paths.products', { paths: { products: '/v1/../admin' } }],
    ['rates.analyse-image', { rates: { 'analyse-image': 0 } }],
  ])('is rejected when “%s” is wrong: %j', (field, change) => {
    const attempt = (): unknown => parse(change)
    expect(attempt).toThrow(expect.objectContaining({ code: 'invalid-connection-file' }))
    expect(attempt).toThrow(`“${field}`)
    expect(attempt).not.toThrow('hush-hush')
  })

  test('that is not JSON, not an object or too large is rejected without quoting it', () => {
    for (const text of ['{"clientSecret":"hush-hush"', '', '[]', 'null', '"hush-hush"', `"${'x'.repeat(70_000)}"`]) {
      const attempt = (): unknown => parseConnectionFile(text)
      expect(attempt).toThrow(expect.objectContaining({ code: 'invalid-connection-file' }))
      expect(attempt).not.toThrow('hush-hush')
    }
  })
})

const ascii = fc.string({ unit: fc.constantFrom(...'abcXYZ019-_.~!%&=+#?/ "<'), minLength: 1, maxLength: 30 })
const anyFile = fc.record({
  packshot: fc.constant(1),
  name: fc.constantFrom('Shop', 'Möbel & Söhne', '50 % + 1 = 商店', 'a#b?c'),
  baseUrl: fc.constantFrom('https://api.example.com', 'http://127.0.0.1:4000/base'),
  clientId: ascii,
  clientSecret: ascii,
  redirectUris: fc.uniqueArray(fc.constantFrom(...defaultRedirectUris, 'https://example.com/done?a=b&c'), { minLength: 1, maxLength: 3 }),
  scopes: fc.uniqueArray(fc.constantFrom('user', 'user:read', 'a+b'), { minLength: 1 }),
  publishing: fc.constantFrom(
    { kind: 'origin' },
    { kind: 'data' },
    { kind: 'base-url', baseUrl: 'https://cdn.example.com/p?x=1' },
    { kind: 'base-url', baseUrl: 'https://cdn.example.com', folder: 'C:\\Pictures & more' },
    {
      kind: 's3',
      endpoint: 'https://storage.example/base',
      region: 'auto',
      bucket: 'pictures',
      prefix: 'a b/ü&=',
      pathStyle: false,
      lifetimeSeconds: 600,
      removeWhenAnswered: false,
    },
    {
      kind: 's3',
      endpoint: 'https://storage.example',
      bucket: 'pictures',
      keys: { accessKeyId: 'AKIA', secretAccessKey: 'a/b+c=&d' },
    },
  ),
  paths: fc.constantFrom(
    {},
    { sources: '/v2/sources' },
    { analyse: '/a', products: '/p%20q' },
    { command: '/v2/command', tones: '/voices', knowledge: '/v2/knowledge' },
  ),
  templates: fc.constantFrom(
    {},
    { createProduct: '{ "title": "{{name}}" }', updateProduct: '{ "pictures": "{{attributes}}" }' },
    { command: '{ "text": "{{answer}} & {{command}}", "tone": "{{voice}}" }' },
  ),
  rates: fc.constantFrom({}, { 'analyse-image': 30, 'upload-source': null }),
  basicAuth: fc.constantFrom('form', 'raw'),
  serviceAppends: fc.constantFrom(true, false, undefined),
  listEditors: fc.constantFrom('only-here', 'always', undefined),
  jpegQuality: fc.constantFrom(1, 85, 100, undefined),
  removePersonal: fc.constantFrom(true, false, undefined),
  longestEdge: fc.constantFrom(100, 2_000, undefined),
  largestFile: fc.constantFrom(20, 5_000, undefined),
  background: fc.constantFrom('#ffffff', '#FF8000', undefined),
  productAddress: fc.constantFrom('https://shop.example/p/{productId}?tab=pictures#top', undefined),
  readProduct: fc.constantFrom(
    undefined,
    null,
    {},
    { path: '/catalog/{productId}?fields={attribute}&a=1', list: 'item.media' },
    {
      path: '/v1/products/{productId}/media/{attribute}?page={page}&n={size}',
      list: '.',
      paging: 'page',
      pageSize: 50,
      total: 'meta.count',
    },
    { paging: 'next', next: 'links.next' },
  ),
})

describe('a connection link', () => {
  test('has the same content as the file it was made from', () => {
    fc.assert(
      fc.property(anyFile, (data) => {
        const file = checkConnectionFile(data, 'file')
        expect(parseConnectionLink(formatConnectionLink(file))).toEqual(file)
      }),
    )
  })

  test('can be written by hand', () => {
    const link =
      'packshot://connect?name=Shop&baseUrl=https://api.example.com/v1&clientId=id&clientSecret=s&scope=user%20user:read&redirectUri=http://127.0.0.1:9/cb'
    expect(parseConnectionLink(link)).toMatchObject({
      baseUrl: 'https://api.example.com',
      scopes: ['user', 'user:read'],
      redirectUris: ['http://127.0.0.1:9/cb'],
    })
  })

  test('is distinguished from the answer of a sign-in', () => {
    expect(isConnectionLink('packshot://connect?name=Shop')).toBe(true)
    expect(isConnectionLink('packshot://oauth/callback?code=1&state=2')).toBe(false)
    expect(isConnectionLink('packshot://connected?name=Shop')).toBe(false)
  })

  test.each([
    ['packshot://oauth/callback?code=1', 'packshot://connect?'],
    ['https://connect?name=Shop', 'packshot://connect?'],
    ['packshot://connect?name=Shop&baseUrl=https://a.example&clientId=i', '“clientSecret” is missing'],
    ['packshot://connect?name=Shop&baseUrl=https://a.example&baseUrl=https://b.example&clientId=i&clientSecret=s', 'more than once'],
    ['packshot://connect?name=Shop&baseUrl=http://a.example&clientId=i&clientSecret=s', '“baseUrl”'],
    ['packshot://connect?name=Shop&baseUrl=https://a.example&clientId=i&clientSecret=s&rate.analyse-image=fast', '“rates.analyse-image”'],
    ['packshot://connect?name=Shop&baseUrl=https://a.example&clientId=i&clientSecret=s&serviceAppends=yes', '“serviceAppends”'],
    ['packshot://connect?name=Shop&baseUrl=https://a.example&clientId=i&clientSecret=s&listEditors=some', '“listEditors”'],
    ['packshot://connect?name=Shop&baseUrl=https://a.example&clientId=i&clientSecret=s&jpegQuality=101', 'from 1 to 100'],
    ['packshot://connect?name=Shop&baseUrl=https://a.example&clientId=i&clientSecret=s&jpegQuality=high', '“jpegQuality”'],
    ['packshot://connect?name=Shop&baseUrl=https://a.example&clientId=i&clientSecret=s&productAddress=https://b.example', '{productId}'],
    ['packshot://connect?name=Shop&baseUrl=https://a.example&clientId=i&clientSecret=s&readProduct=perhaps', '“readProduct”'],
    ['packshot://connect?name=Shop&baseUrl=https://a.example&clientId=i&clientSecret=s&readProduct.path=/v1/x', '“readProduct.path”'],
    ['packshot://connect?name=Shop&baseUrl=https://a.example&clientId=i&clientSecret=s&readProduct.pageSize=0', '“readProduct.pageSize”'],
    [`packshot://connect?name=${'x'.repeat(20_000)}`, '16 KB'],
  ])('is rejected with its problem named: %s', (link, words) => {
    expect(() => parseConnectionLink(link)).toThrow(expect.objectContaining({ code: 'invalid-connection-file' }))
    expect(() => parseConnectionLink(link)).toThrow(words)
  })
})
