import { expect, test } from 'vitest'
import { redactSecrets } from '../../../../electron/core/base/network/redact-secrets.ts'

const webToken = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${'c2lnbmF0dXJl'.repeat(3)}`

test.each([
  ['Authorization: Bearer abcdef0123456789abcdef', 'Authorization: Bearer …'],
  ['basic dGhpcyBpcyBhIHNlY3JldA==', 'basic …'],
  ['basic colours of a bearer', 'basic colours of a bearer'],
  ['{"access_token": "abcdefgh1234"}', '{"access_token": "…"}'],
  ['{\\"client_secret\\":\\"abcdefgh1234\\"}', '{\\"client_secret\\":\\"…\\"}'],
  ['password = hunter2hunter2 and more', 'password = … and more'],
  ['{"token":"abcdefgh1234"} token: refused because', '{"token":"…"} token: refused because'],
  ['https://x.example/?a=1&sig=abc%2Fdef&b=2', 'https://x.example/?a=1&sig=…&b=2'],
  [`a ${webToken} b`, 'a … b'],
  [`a-${webToken}.more`, 'a-….more'],
  [`${webToken}.${webToken}`, '….…'],
  ['data:image/png;base64,AAAA/+=', 'data:image/png;…'],
])('%s becomes %s', (text, redacted) => {
  expect(redactSecrets(text, [])).toBe(redacted)
})

test('redacts a secret that was sent: verbatim, in JSON’s escapes and in an address', () => {
  const secret = 'ab\\c/d%e+f'
  const written = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), 'ab\\\\\\\\c\\/d%e\\u002Bf']
  expect(redactSecrets(written.join(' | '), [secret])).toBe('… | … | … | …')
})
