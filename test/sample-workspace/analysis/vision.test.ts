import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readVisionEndpoint, type VisionOptions } from '../../../electron/sample-workspace/analysis/vision/vision-endpoint.ts'
import { waitFor } from '../../support/open-test-core.ts'
import { dataUrl, draw, makePng, white } from '../make-pictures.ts'
import { type Json, openTestWorkspace } from '../open-test-workspace.ts'

type Heard = { readonly authorization: string | undefined; readonly path: string | undefined; readonly body: Json }

const key = 'sk-test-0123456789'

/** A minimal server with OpenAI's API; it records its requests. */
const openVisionServer = async (answer: (response: ServerResponse) => void) => {
  const heard: Heard[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    heard.push({ authorization: request.headers.authorization, path: request.url, body: JSON.parse(Buffer.concat(chunks).toString()) })
    answer(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  onTestFinished(async () => void (server.listening && (await close())))
  return { heard, close, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/` }
}

const reply = (status: number, body: unknown) => (response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(typeof body === 'string' ? body : JSON.stringify(body))
}
const says = (content: unknown) => reply(200, { choices: [{ message: { role: 'assistant', content } }] })

const openWorkspaceWith = async (options: VisionOptions) => {
  const vision = readVisionEndpoint({ model: 'eyes-1', key, ...options })
  const w = await openTestWorkspace(undefined, { vision })
  const ask = async (question: string, picture?: Buffer): Promise<string> => {
    const answer = await w.ask(dataUrl(picture ?? (await makePng())), question)
    expect(answer.status).toBe(200)
    return ((await answer.json()) as Json).analysis
  }
  return { ...w, ask }
}

describe('a vision endpoint', () => {
  it('is asked what pixels and OCR can’t answer, with the picture and the key', async () => {
    const server = await openVisionServer(says('A red box of tea.'))
    const w = await openWorkspaceWith({ url: server.url })
    expect(await w.ask('What is shown?')).toBe('A red box of tea.')
    const [{ authorization, path, body }] = server.heard as [Heard]
    expect([authorization, path, body.model, body.stream]).toEqual([`Bearer ${key}`, '/v1/chat/completions', 'eyes-1', false])
    const [text, image] = body.messages.at(-1).content
    expect([text.type, text.text, image.type]).toEqual(['text', 'What is shown?', 'image_url'])
    expect(image.image_url.url).toMatch(/^data:image\/jpeg;base64,/)
  })

  it('is not asked what pixels can answer', async () => {
    const server = await openVisionServer(says('Nonsense.'))
    const w = await openWorkspaceWith({ url: server.url })
    expect(await w.ask('What size is it, and is the background white?')).toMatch(/^The picture is 200 × 100 pixels/)
    expect(server.heard).toEqual([])
  })

  it('gets the measurements for a question that is partly beyond them, and for questions in other languages', async () => {
    const server = await openVisionServer(says('Ein roter Kasten.'))
    const w = await openWorkspaceWith({ url: server.url })
    await w.ask('What size is it and who made it?')
    expect(server.heard[0]?.body.messages.at(-1).content[0].text).toContain('Known about the picture: The picture is 200 × 100 pixels')
    expect(await w.ask('Was ist auf dem Bild?')).toBe('Ein roter Kasten.')
  })

  it('gets the picture at its accepted size, never enlarged', async () => {
    const server = await openVisionServer(says('Yes.'))
    const sentSize = async (longEdge: number | undefined, width: number, height: number) => {
      const w = await openWorkspaceWith({ url: server.url, longEdge })
      await w.ask(
        'Who made it?',
        await draw(width, height, () => white)
          .png()
          .toBuffer(),
      )
      const url: string = server.heard.at(-1)?.body.messages.at(-1).content[1].image_url.url
      const size = await sharp(Buffer.from(url.split(',')[1] ?? '', 'base64')).metadata()
      return [size.width, size.height]
    }
    expect(await sentSize(undefined, 2048, 1024)).toEqual([1024, 512])
    expect(await sentSize(512, 400, 1024)).toEqual([200, 512])
    expect(await sentSize(undefined, 300, 200)).toEqual([300, 200])
  })

  it.each([
    [
      'parts',
      [
        { type: 'text', text: 'A tin' },
        { type: 'other', text: null },
        { type: 'text', text: 'of beans.' },
      ],
      'A tin of beans.',
    ],
    ['thoughts before the answer', '<think>Hm, a tin?</think>\n\nA tin of\n beans.', 'A tin of beans.'],
  ])('is understood when it answers with %s', async (_, content, analysis) => {
    const server = await openVisionServer(says(content))
    const w = await openWorkspaceWith({ url: server.url })
    expect(await w.ask('What is shown?')).toBe(analysis)
  })

  it('is understood by its first choice, whatever else the answer contains', async () => {
    const body = JSON.stringify({ choices: [{ message: { content: 'A tin.' } }, { index: 1 }] })
    const server = await openVisionServer((response) => response.end(`\ufeff${body}`))
    const w = await openWorkspaceWith({ url: server.url })
    expect(await w.ask('What is shown?')).toBe('A tin.')
  })

  it('is believed when it says what it can’t tell and then answers', async () => {
    const server = await openVisionServer(says('I can’t tell the brand, but it is a tin of beans.'))
    const w = await openWorkspaceWith({ url: server.url })
    expect(await w.ask('Who made it?')).toBe('I can’t tell the brand, but it is a tin of beans.')
  })

  it.each(['Cannot tell.', '**Cannot tell.**', 'I cannot tell from the picture.', 'I can’t tell.'])(
    'is believed when it says “%s”: the answer is marked, with questions that work',
    async (said) => {
      const server = await openVisionServer(says(said))
      const w = await openWorkspaceWith({ url: server.url })
      expect(await w.ask('Who made it?')).toMatch(
        /^Cannot tell: the vision model cannot tell from the picture\. It can answer, for example: /,
      )
    },
  )

  it.each([
    ['refuses the key', reply(401, { error: { message: `Incorrect API key: ${key}` } }), /does not accept the key \(401\)/],
    ['does not know the model', reply(404, {}), /does not know the model “eyes-1”.*\(404\)/],
    ['has had enough', reply(429, {}), /busy or its quota is used up \(429\), so ask again later/],
    ['is out of order', reply(500, 'oops'), /out of order \(500\)/],
    ['answers in HTML', reply(200, '<html>Welcome</html>'), /no chat completion/],
    ['answers with half a JSON', reply(200, '{"choices":[{"mess'), /no chat completion/],
    ['answers without choices', reply(200, { choices: [] }), /no chat completion/],
    ['says nothing', says('  '), /empty answer/],
    ['says nothing and refuses', reply(200, { choices: [{ message: { content: null, refusal: 'No.' } }] }), /declined/],
    ['answers without end', reply(200, 'x'.repeat(2_000_000)), /no chat completion/],
    [
      'sends the picture elsewhere',
      (response: ServerResponse) => {
        response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end()
      },
      /could not be reached/,
    ],
    [
      'cuts the connection',
      (response: ServerResponse) => {
        response.destroy()
      },
      /could not be reached, or broke off/,
    ],
    [
      'cuts the answer',
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-length': '1000' }).write('{"choices":', () => response.destroy())
      },
      /could not be reached, or broke off/,
    ],
    ['never answers', () => undefined, /did not answer in 1 seconds/, 300],
    [
      'never ends its answer',
      (response: ServerResponse) => response.writeHead(200).write('{"choices":'),
      /did not answer in 1 seconds/,
      300,
    ],
  ] as const)('that %s: “cannot tell” with the reason, never the key', async (_, answer, reason, timeoutMs?: number) => {
    const server = await openVisionServer(answer)
    const w = await openWorkspaceWith({ url: server.url, ...(timeoutMs ? { timeoutMs } : {}) })
    const beyond = await w.ask('Who made it?')
    expect(beyond).toMatch(/^Cannot tell: /)
    expect(beyond).toMatch(reason)
    expect(beyond + w.told.join()).not.toContain(key)
    expect(server.heard).toHaveLength(1)
  })

  it('that fails leaves what is measured answered', async () => {
    const server = await openVisionServer(reply(500, 'oops'))
    const w = await openWorkspaceWith({ url: server.url })
    const partly = await w.ask('What size is it and who made it?')
    expect(partly).toMatch(/^The picture is 200 × 100 pixels .*What else was asked cannot be told: .*out of order/)
    expect(await w.ask('alt text?')).toMatch(/ on a white background/)
    expect(server.heard).toHaveLength(2)
  })

  it('that is unreachable is reported', async () => {
    const server = await openVisionServer(says('A tin.'))
    await server.close()
    const w = await openWorkspaceWith({ url: server.url })
    expect(await w.ask('Who made it?')).toMatch(/^Cannot tell: the vision endpoint could not be reached/)
  })

  it('gets two requests at a time; the others wait', async () => {
    const held: ServerResponse[] = []
    const server = await openVisionServer((response) => void held.push(response))
    const w = await openWorkspaceWith({ url: server.url })
    const asked = Promise.all(Array.from({ length: 7 }, () => w.ask('Who made it?')))
    for (let left = 7; left > 0; left--) {
      await waitFor(() => held.length >= Math.min(2, left))
      expect(held).toHaveLength(Math.min(2, left))
      says('A tin.')(held.shift() as ServerResponse)
    }
    expect(new Set(await asked)).toEqual(new Set(['A tin.']))
  })
})

describe('the vision settings', () => {
  it('are parsed, or rejected with one sentence', () => {
    expect(readVisionEndpoint({ url: undefined, key })).toBeUndefined()
    expect(readVisionEndpoint({ url: 'https://host/v1/chat/completions', model: 'm', key: ' k \n' })).toEqual({
      ...{ url: 'https://host/v1', model: 'm', key: 'k', longEdge: 1024, timeoutMs: 60_000 },
    })
    expect(readVisionEndpoint({ url: 'https://host/v1', model: 'm', key: '' })).not.toHaveProperty('key')
    expect(() => readVisionEndpoint({ url: 'http://host/v1', model: 'm', key })).toThrow('https only, or to this computer')
    expect(readVisionEndpoint({ url: 'http://127.0.0.1:9/v1', model: 'm', key })).toMatchObject({ key })
    expect(() => readVisionEndpoint({ url: 'ftp://host', model: 'm' })).toThrow('--vision-url is an http or https address.')
    expect(() => readVisionEndpoint({ url: `https://me:${key}@host`, model: 'm' })).toThrow('--vision-key-stdin')
    expect(() => readVisionEndpoint({ url: 'https://host' })).toThrow('--vision-model is needed')
    expect(() => readVisionEndpoint({ url: undefined, model: 'm' })).toThrow('--vision-url is needed')
    expect(() => readVisionEndpoint({ url: 'https://host', model: 'm', longEdge: '9' })).toThrow('at least 64')
  })
})
