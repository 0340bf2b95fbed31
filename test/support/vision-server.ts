import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One chat completion as it was requested. */
export type AskedVision = { readonly key: string | undefined; readonly model: string; readonly question: string; readonly picture: string }

export type VisionServer = {
  /** Its base address, ending in `/v1`. */
  readonly url: string
  readonly asked: AskedVision[]
  /** Decides every answer; a string is the model's reply. */
  answer: (asked: AskedVision) => Promise<string> | string | { readonly status: number } | 'never'
  readonly stop: () => Promise<void>
}

type Body = { readonly model: string; readonly messages: readonly { readonly content: unknown }[] }
type Part = { readonly text?: string; readonly image_url?: { readonly url: string } }

const send = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

/** A small server with OpenAI's API that requires a key. */
export const startVisionServer = async (key: string): Promise<VisionServer> => {
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions') return send(response, 404, { error: 'nothing here' })
    const { model, messages } = JSON.parse(Buffer.concat(pieces).toString()) as Body
    const parts = messages.at(-1)?.content as readonly Part[]
    const asked: AskedVision = {
      key: request.headers.authorization?.replace(/^Bearer /, ''),
      model,
      question: parts[0]?.text ?? '',
      picture: parts[1]?.image_url?.url ?? '',
    }
    vision.asked.push(asked)
    if (asked.key !== key) return send(response, 401, { error: { message: `Not the key: ${asked.key}` } })
    const answer = await vision.answer(asked)
    if (answer === 'never') return
    if (typeof answer !== 'string') return send(response, answer.status, { error: 'out of order' })
    send(response, 200, { choices: [{ message: { role: 'assistant', content: answer } }] })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const vision: VisionServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked: [],
    answer: () => 'Red.',
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return vision
}
