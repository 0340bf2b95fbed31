import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { Agent } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { createFetch, fetchAnswer } from '../../../../electron/core/service/session/fetch-answer.ts'
import { findFreePorts } from './test-session.ts'

const ask = async (url: string) => {
  const dispatcher = new Agent({ connect: { timeout: 2_000 } })
  onTestFinished(() => dispatcher.destroy())
  return fetchAnswer(createFetch(dispatcher), { url }).catch((error: unknown) => error)
}

/** Answers every connection with these bytes and closes it. */
const serveBytes = async (bytes: string): Promise<string> => {
  const server = createServer((socket) => socket.on('error', () => {}).once('data', () => socket.end(bytes)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a lost connection is described in words, with its code in the facts only', async () => {
  expect(await ask(await serveBytes(''))).toMatchObject({
    code: 'offline',
    message: expect.stringMatching(/^127\.0\.0\.1:\d+ can’t be reached: the connection was cut\. /),
    failure: { networkCode: 'UND_ERR_SOCKET' },
  })
})

test('when nothing answers, the address is named as a possible cause', async () => {
  const [port] = await findFreePorts(1)
  expect(await ask(`http://127.0.0.1:${port}`)).toMatchObject({
    message: expect.stringContaining('nothing answers there'),
    action: expect.stringContaining('check the workspace’s address'),
  })
})

test('a port that web clients block is named, with what to do', async () => {
  expect(await ask('http://127.0.0.1:6667')).toMatchObject({
    code: 'invalid-address',
    message: 'The port in 127.0.0.1:6667 is blocked for web addresses. Nothing was sent.',
    action: expect.stringContaining('another port'),
  })
})

test('a server that does not speak HTTP is reported as that', async () => {
  const found = (await ask(await serveBytes('220 smtp.example ESMTP\r\n'))) as Error
  expect(found.message).toMatch(/the server there does not speak HTTP|the connection/)
  expect(found.message).not.toMatch(/HPE_|UND_/)
})
