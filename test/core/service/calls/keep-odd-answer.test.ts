import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createServiceDispatcher } from '../../../../electron/core/base/network/create-dispatcher.ts'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { createOddAnswerKeeper, oddAnswerBytes, oddAnswersKept } from '../../../../electron/core/service/calls/keep-odd-answer.ts'
import { createServiceClient } from '../../../../electron/core/service/calls/service-client.ts'
import { bodyTemplates, servicePaths } from '../../../../shared/workspaces/connection.ts'
import { platformAt } from '../../../support/platform-at.ts'
import { answerJson, fixedCredentials, now, serve, token } from './loopback.ts'

const open = () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'packshot-odd-'))
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }))
  let time = now
  const logged: unknown[] = []
  const keep = createOddAnswerKeeper({
    dataFolder,
    files: systemPlatform.files,
    clock: { now: () => time++ },
    log: (event) => logged.push(event),
  })
  const names = () => readdirSync(join(dataFolder, 'diagnostics')).sort()
  return { dataFolder, keep, names, logged, read: (name: string) => readFileSync(join(dataFolder, name), 'utf8') }
}
const odd = { request: 'POST /v1/sources', status: 201, lacks: 'id', secrets: [`Bearer ${token}`, token] } as const

test('saves the service’s answer and what was missing in it, without credentials or anything like one', async () => {
  const { keep, read, names, dataFolder } = open()
  const text = JSON.stringify({
    requestId: 'req_1',
    echo: { authorization: `Bearer ${token}`, url: `https://x.example/?a=${encodeURIComponent(token)}`, access_token: 'abcdefgh12345678' },
    nested: JSON.stringify({ client_secret: 'another-secret-of-somebody', token: 'token-of-a-third', note: 'token: refused' }),
    picture: `data:image/png;base64,${'A'.repeat(500)}`,
  })
  const name = await keep({ ...odd, text })
  expect(name).toMatch(/^diagnostics\/answer-20260115T120000000Z-[0-9a-f]{12}\.txt$/)
  const kept = read(String(name))
  expect(kept).toContain('Request: POST /v1/sources\nStatus: 201\nFound: no “id”\n')
  expect(kept).toContain('"requestId":"req_1"')
  expect(kept).toContain('token: refused')
  for (const secret of [token, 'abcdefgh12345678', 'another-secret-of-somebody', 'token-of-a-third', 'AAAA'])
    expect(kept).not.toContain(secret)
  if (process.platform !== 'win32') expect(statSync(join(dataFolder, 'diagnostics', names()[0] ?? '')).mode & 0o077).toBe(0)
})

test('redacts a key with special characters however the service’s JSON escapes them', async () => {
  const { keep, read } = open()
  const key = 'ab/cd+ef=gh'
  const written = [
    'ab/cd+ef=gh',
    'ab\\/cd+ef=gh',
    'ab/cd\\u002Bef\\u003Dgh',
    'ab\\u002fcd\\u002bef=gh',
    'ab\\\\\\/cd+ef=gh',
    'ab%2fcd%2Bef%3Dgh',
  ]
  const text = JSON.stringify({ requestId: 'r', keys: 0 }).replace('0', `[${written.map((one) => `"${one}"`).join(',')}]`)
  expect(read(String(await keep({ ...odd, secrets: [key], text })))).toContain('"keys":["…","…","…","…","…","…"]}')
})

test('keeps the beginning of a large answer, and no half of a secret at its edge', async () => {
  const { keep, read } = open()
  const kept = read(String(await keep({ ...odd, text: `${'é'.repeat(oddAnswerBytes / 2 - 4)}${token}${'x'.repeat(3_000_000)}` })))
  const body = kept.slice(kept.indexOf('\n\n') + 2)
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(oddAnswerBytes + 1)
  expect(body).not.toContain(token.slice(0, 4))
  expect(kept).toContain('the beginning follows')
  const echoed = read(String(await keep({ ...odd, text: `data:image/png;base64,${'A'.repeat(1024 * 1024 - 30)}${token}` })))
  expect(echoed).not.toContain(token.slice(0, 4))
})

test('replaces the file of an equal answer, and keeps the newest fifty of the others', async () => {
  const { keep, names, dataFolder } = open()
  await keep({ ...odd, text: 'first' })
  writeFileSync(join(dataFolder, 'diagnostics', 'mine.txt'), 'of a person')
  for (let index = 0; index < 5; index++) await keep({ ...odd, text: 'again' })
  expect(names()).toHaveLength(3)
  for (let index = 0; index < oddAnswersKept; index++) await keep({ ...odd, text: `answer ${index}` })
  expect(names()).toHaveLength(oddAnswersKept + 1)
  const all = names().map((name) => readFileSync(join(dataFolder, 'diagnostics', name), 'utf8'))
  expect(all.some((text) => text.includes('\n\nfirst\n'))).toBe(false)
  expect(all.some((text) => text.includes(`\n\nanswer ${oddAnswersKept - 1}\n`))).toBe(true)
  expect(all.some((text) => text.includes('of a person'))).toBe(true)
})

test('logs a folder that is not writable, and throws nothing', async () => {
  const { keep, dataFolder, logged } = open()
  writeFileSync(join(dataFolder, 'diagnostics'), 'a file in its place')
  expect(await keep({ ...odd, text: 'x' })).toBeUndefined()
  expect(logged).toMatchObject([{ event: 'odd-answer-not-kept' }])
})

test.each([
  ['analyse', { data: { text: 'Red' } }, 'has no “analysis”', true],
  ['analyse', { data: { analysis: ' ' } }, 'has an empty “analysis”', true],
  ['createProduct', { requestId: 'r', data: {} }, 'has no “id”', true],
  ['createProduct', '<html><title>Hotel</title>', 'A web page answered (200): “Hotel”', true],
  ['createProduct', 'OK', 'cannot be read (200)', true],
  ['createProduct', '', 'is empty', false],
] as const)('%s answered with %j: the error says so and names the file', async (call, answer, words, isKept) => {
  const { keep, dataFolder } = open()
  const dispatcher = createServiceDispatcher()
  onTestFinished(() => dispatcher.destroy())
  const client = createServiceClient({
    connection: {
      baseUrl: await serve((_, response) => answerJson(response, 200, answer)),
      paths: servicePaths.parse({}),
      templates: bodyTemplates.parse({}),
    },
    credentials: fixedCredentials,
    dispatcher,
    ...platformAt(now),
    keepOddAnswer: keep,
  })
  const input = { imageUrl: 'https://a.example/1.png', question: 'Alt text?' }
  const outcome = call === 'analyse' ? await client.analyse(input) : await client.createProduct({ name: 'Shoe' })
  if (outcome.kind !== 'failed') throw new Error('It was taken for an answer.')
  const code = words.startsWith('A web page') ? 'bad-answer' : 'odd-answer'
  expect(outcome).toMatchObject({ uncertain: true, error: { code } })
  expect(outcome.error.message).toContain(words)
  const named = /diagnostics\/\S+\.txt/.exec(outcome.error.message)?.[0]
  expect(named !== undefined).toBe(isKept)
  if (named) expect(readFileSync(join(dataFolder, named), 'utf8')).toContain(typeof answer === 'string' ? answer : JSON.stringify(answer))
})
