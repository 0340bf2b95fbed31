import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normaliseBaseUrl } from '../../../../electron/core/base/network/normalise-base-url.ts'

test.each([
  ['https://api.example.com', 'https://api.example.com'],
  [' https://API.Example.com/ ', 'https://api.example.com'],
  ['https://api.example.com/v1', 'https://api.example.com'],
  ['https://api.example.com/v1/', 'https://api.example.com'],
  ['https://example.com/packshot/v1', 'https://example.com/packshot'],
  ['https://example.com/packshot//', 'https://example.com/packshot'],
  ['https://example.com/rev1', 'https://example.com/rev1'],
  ['https://example.com:443', 'https://example.com'],
  ['https://example.com:8443', 'https://example.com:8443'],
  ['http://localhost:4000/', 'http://localhost:4000'],
  ['http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
  ['http://127.9.8.7', 'http://127.9.8.7'],
  ['http://[::1]:4000', 'http://[::1]:4000'],
])('%s is saved as %s', (input, kept) => {
  expect(normaliseBaseUrl(input)).toBe(kept)
})

test.each([
  ['', 'empty'],
  ['api.example.com', 'begin with https://'],
  ['ftp://api.example.com', 'begin with https://'],
  ['javascript:alert(1)', 'begin with https://'],
  ['http://api.example.com', 'https'],
  ['http://10.0.0.1', 'https'],
  ['http://localhost.example.com', 'https'],
  ['http://127.0.0.1.example.com', 'https'],
  ['https://', 'not an address'],
  ['https://user:pw@api.example.com', 'password'],
  ['https://api.example.com/?key=1', '“?”'],
  ['https://api.example.com/?', '“?”'],
  ['https://api.example.com/#top', '“#”'],
  ['https://api.exam ple.com', 'blanks'],
])('%j is refused in plain words', (input, words) => {
  const attempt = (): string => normaliseBaseUrl(input)
  expect(attempt).toThrow(expect.objectContaining({ code: 'invalid-address' }))
  expect(attempt).toThrow(words)
  expect(attempt).not.toThrow('pw')
})

test('a saved address is left unchanged', () => {
  fc.assert(
    fc.property(fc.webUrl(), (url) => {
      if (!url.startsWith('https:')) return
      const kept = normaliseBaseUrl(url)
      expect(normaliseBaseUrl(kept)).toBe(kept)
    }),
  )
})
