import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { labels, renderLabel } from '../measuring-pixels/render-labels.ts'

const command = fileURLToPath(new URL('../../out/main/cli.js', import.meta.url))
const key = 'sk-never-on-disk-0123456789'

type Ready = { readonly baseUrl: string; readonly apiKey: string }

const serve = async (args: readonly string[], { env = {}, stdin = '' }: { env?: NodeJS.ProcessEnv; stdin?: string } = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'packshot-answers-'))
  const child: ChildProcess = spawn(process.execPath, [command, '--data-dir', folder, 'workspace', 'serve', '--print-api-key', ...args], {
    env: { ...process.env, ...env },
  })
  onTestFinished(async () => {
    const ended = once(child, 'exit')
    if (child.exitCode === null && child.kill('SIGTERM')) await ended
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  })
  child.stdin?.end(stdin)
  let complaints = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaints += text
  })
  if (!child.stdout) throw new Error('no stdout')
  const ready = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(([line]) => JSON.parse(String(line)) as Ready),
    once(child, 'exit').then(() => undefined),
  ])
  const ask = async (question: string, picture: Buffer): Promise<string> => {
    const answer = await fetch(`${ready?.baseUrl}/v1/image/analysis`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': ready?.apiKey ?? '' },
      body: JSON.stringify({ imageUrl: `data:image/png;base64,${picture.toString('base64')}`, question }),
    })
    return ((await answer.json()) as { analysis: string }).analysis
  }
  return { folder, ask, isUp: ready !== undefined, complaints: () => complaints }
}

const label = async (): Promise<Buffer> => {
  const [first] = labels
  if (!first) throw new Error('no label')
  return renderLabel(first)
}

const openVisionServer = async () => {
  const keys: (string | undefined)[] = []
  const server = createServer((request, response) => {
    keys.push(request.headers.authorization)
    request.resume().on('end', () => response.end(JSON.stringify({ choices: [{ message: { content: 'A packet of tea.' } }] })))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { keys, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` }
}

describe('the built sample workspace', () => {
  it('reads text and writes alt texts by itself', async () => {
    const workspace = await serve([])
    const picture = await label()
    expect(await workspace.ask('What does the label say?', picture)).toContain(
      'GREEN TEA / Organic leaves from Darjeeling / Net weight 100',
    )
    expect(await workspace.ask('alt text?', picture)).toMatch(/ on a white background, with the text “GREEN TEA/)
    expect(await workspace.ask('Who made it?', picture)).toMatch(/^Cannot tell: .*It can answer, for example: “Alt text\?”/)
  })

  it.each([
    ['the environment', [], { env: { PACKSHOT_VISION_KEY: key } }],
    ['standard input', ['--vision-key-stdin'], { stdin: `${key}\n` }],
  ] as const)('asks a vision endpoint with a key from %s, which is nowhere on disk', async (_, args, given) => {
    const vision = await openVisionServer()
    const workspace = await serve(['--vision-url', vision.url, '--vision-model', 'eyes-1', ...args], given)
    expect(await workspace.ask('What is shown?', await label())).toBe('A packet of tea.')
    expect(vision.keys).toEqual([`Bearer ${key}`])
    expect(workspace.complaints()).toContain('eyes-1')
    expect(workspace.complaints()).not.toContain(key)
    const written = await readdir(workspace.folder, { recursive: true, withFileTypes: true })
    const kept = written.filter((entry) => entry.isFile())
    expect(kept.length).toBeGreaterThan(0)
    for (const entry of kept) expect((await readFile(join(entry.parentPath, entry.name))).includes(key)).toBe(false)
  })

  it('does not start with an address and no model, and says so', async () => {
    const workspace = await serve(['--vision-url', 'http://127.0.0.1:1/v1'])
    expect(workspace.isUp).toBe(false)
    expect(workspace.complaints()).toContain('--vision-model is needed with --vision-url.')
  })
})
