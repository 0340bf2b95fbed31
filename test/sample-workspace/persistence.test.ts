import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { withMark } from '../../shared/workspaces/redirect-addresses.ts'
import { dataUrl, makePng, packshot, red, sha256, white } from './make-pictures.ts'
import { type Json, makeFolder, openTestWorkspace } from './open-test-workspace.ts'

const entry = fileURLToPath(new URL('../../electron/sample-workspace/sample-workspace.ts', import.meta.url))

/** The entry as a separate process, as its starter runs it. */
const run = (dataDir: string, ...more: string[]) => {
  const child = spawn(process.execPath, [entry, '--data-dir', dataDir, ...more], { stdio: ['pipe', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const output = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    output.err += text
  })
  return { child, output }
}
const ended = async (child: ChildProcess): Promise<number | null> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}
const start = async (dataDir: string, ...more: string[]) => {
  const { child, output } = run(dataDir, ...more)
  while (!output.out.includes('\n')) {
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
    if (child.exitCode !== null) throw new Error(output.err)
  }
  return { child, output, ready: JSON.parse(output.out) as Json }
}

describe('a workspace that is restarted', () => {
  it('keeps its address, client, sessions, keys, products, sources and log', async () => {
    const first = await openTestWorkspace()
    const tokens = await first.signIn()
    const png = await makePng()
    const id = await first.upload(png)
    await first.json('POST', '/v1/products', { attributes: { Images: [id] } })
    const log = await first.requests()
    await first.stop()
    const second = await openTestWorkspace(first.dataDir)
    expect(second.baseUrl).toBe(first.baseUrl)
    expect(second.connection).toEqual(first.connection)
    expect(second.told).toEqual([])
    expect((await second.json('POST', '/v1/products', {}, { authorization: `Bearer ${tokens.access_token}` })).status).toBe(201)
    expect((await second.json('POST', '/v1/products', {}, { 'x-api-key': first.apiKey })).status).toBe(201)
    expect((await second.refresh(tokens.refresh_token)).status).toBe(200)
    expect((await second.requests()).slice(0, log.length)).toEqual(log)
    const bytes = await fetch(`${second.baseUrl}/admin/sources/${id}/bytes`, { headers: second.adminHeaders })
    expect(sha256(Buffer.from(await bytes.arrayBuffer()))).toBe(sha256(png))
  })

  it('migrates a folder of the first version: client, session and key keep working', async () => {
    const first = await openTestWorkspace()
    const tokens = await first.signIn()
    await first.stop()
    const database = new DatabaseSync(join(first.dataDir, 'workspace.sqlite'))
    database.exec(`DROP TABLE content_item; ALTER TABLE person DROP COLUMN role; ALTER TABLE consent_request DROP COLUMN person_id;
      ALTER TABLE oauth_client DROP COLUMN is_of_file; ALTER TABLE api_key DROP COLUMN name; ALTER TABLE api_key DROP COLUMN hint;
      DELETE FROM person WHERE name <> 'Sam Sample'; PRAGMA user_version = 1`)
    database.close()
    const second = await openTestWorkspace(first.dataDir)
    expect([second.connection, second.told]).toEqual([first.connection, []])
    expect((await second.json('POST', '/v1/products', {}, { 'x-api-key': first.apiKey })).status).toBe(201)
    expect((await second.json('POST', '/v1/products', {}, { authorization: `Bearer ${tokens.access_token}` })).status).toBe(201)
    const tones = await fetch(`${second.baseUrl}/v1/tones`, { headers: second.keyHeaders })
    expect(((await tones.json()) as Json).data).toHaveLength(3)
    expect(await (await second.get(`${second.baseUrl}/settings`)).text()).toContain('Mia Member, Member')
  })

  it('resets the client secret and says so when the connection file is missing or damaged', async () => {
    const first = await openTestWorkspace()
    await first.stop()
    rmSync(first.running.connectionFile)
    const second = await openTestWorkspace(first.dataDir)
    expect(second.told).toEqual([expect.stringContaining('secret was reset')])
    expect(second.connection.clientId).toBe(first.connection.clientId)
    expect(second.connection.clientSecret).not.toBe(first.connection.clientSecret)
    expect((await second.signIn()).token_type).toBe('Bearer')
    await second.stop()
    writeFileSync(first.running.connectionFile, '{"packshot":1')
    const third = await openTestWorkspace(first.dataDir)
    expect(third.told).toEqual([expect.stringContaining('secret was reset')])
  })

  it('keeps secrets readable by their owner only, and none in the database', async () => {
    const w = await openTestWorkspace()
    const tokens = await w.signIn()
    await w.stop()
    expect(statSync(w.running.connectionFile).mode & 0o777).toBe(0o600)
    expect(statSync(join(w.dataDir, 'admin-token')).mode & 0o777).toBe(0o600)
    const stored = readFileSync(join(w.dataDir, 'workspace.sqlite')).toString('latin1')
    for (const secret of [w.connection.clientSecret, w.apiKey, w.running.adminToken, tokens.access_token, tokens.refresh_token]) {
      expect(stored).not.toContain(secret)
    }
  })

  it('rejects a folder that a newer version wrote, and leaves it unchanged', async () => {
    const w = await openTestWorkspace()
    await w.stop()
    const database = new DatabaseSync(join(w.dataDir, 'workspace.sqlite'))
    database.exec('PRAGMA user_version = 99')
    database.close()
    await expect(openTestWorkspace(w.dataDir)).rejects.toThrow('newer')
  })
})

describe('the process', () => {
  it('prints one line when it is ready, refuses a second instance on its folder, and ends on SIGTERM', async () => {
    const dataDir = await makeFolder()
    const { child, output, ready } = await start(dataDir, '--name', 'Tea shop', '--print-api-key')
    expect(ready).toEqual({
      ready: true,
      baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      name: 'Tea shop',
      connectionFile: join(dataDir, 'workspace.packshot'),
      apiKey: expect.stringMatching(/^wak_/),
    })
    expect(JSON.parse(readFileSync(ready.connectionFile, 'utf8'))).toMatchObject({ packshot: 1, name: 'Tea shop', baseUrl: ready.baseUrl })
    const answer = await fetch(`${ready.baseUrl}/v1/products`, {
      method: 'POST',
      headers: { 'x-api-key': ready.apiKey, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(answer.status).toBe(201)
    for (const format of ['png', 'jpeg', 'webp', 'gif'] as const) {
      const picture = await packshot(40, 30, red, white).toFormat(format).toBuffer()
      const asked = await fetch(`${ready.baseUrl}/v1/image/analysis`, {
        method: 'POST',
        headers: { 'x-api-key': ready.apiKey, 'content-type': 'application/json' },
        body: JSON.stringify({ imageUrl: dataUrl(picture), question: 'size?' }),
      })
      expect(await asked.json()).toEqual({ analysis: expect.stringContaining('40 × 30 pixels') })
    }
    const second = run(dataDir)
    expect(await ended(second.child)).toBe(1)
    expect([second.output.out, second.output.err]).toEqual(['', 'This data folder is in use by another sample workspace.\n'])
    child.kill('SIGTERM')
    expect(await ended(child)).toBe(0)
    expect([output.out.split('\n').length, output.err]).toEqual([2, ''])
  })

  it('ends with its parent if asked to', async () => {
    const { child } = await start(await makeFolder(), '--exit-with-parent')
    child.stdin.end()
    expect(await ended(child)).toBe(0)
  })

  it('ends when the command that serves it is killed, and can be served again', async () => {
    const folder = await makeFolder()
    const serve = async () => {
      const child = spawn(process.execPath, [fileURLToPath(new URL('./serve-workspace.ts', import.meta.url)), entry, folder])
      onTestFinished(() => void child.kill('SIGKILL'))
      const [line] = await once(child.stdout, 'data')
      return { child, ready: JSON.parse(String(line)) as Json }
    }
    const first = await serve()
    // The workspace has the same stdout: it closes when both have ended. It ends in order, so nothing is cut.
    const bothEnded = once(first.child.stdout, 'close')
    first.child.stdout.resume()
    first.child.kill('SIGKILL')
    await bothEnded
    const second = await serve()
    expect(second.ready.baseUrl).toBe(first.ready.baseUrl)
    const secondEnded = once(second.child.stdout, 'close')
    second.child.stdout.resume()
    second.child.kill('SIGTERM')
    await secondEnded
  })

  it('explains bad arguments', async () => {
    for (const more of [['--port', 'x'], ['--nonsense']]) {
      const { child, output } = run(await makeFolder(), ...more)
      expect(await ended(child)).toBe(1)
      expect(output.err).not.toBe('')
    }
  })

  it('registers the given ports for sign-ins, and keeps them', async () => {
    onTestFinished(() => void vi.unstubAllEnvs())
    vi.stubEnv('PACKSHOT_REDIRECT_PORTS', '28 417')
    expect(await ended(run(await makeFolder()).child)).toBe(1)
    const dataDir = await makeFolder()
    const uris = ['http://127.0.0.1:20001/callback', 'http://127.0.0.1:20002/callback', 'packshot://oauth/callback']
    for (const ports of ['20001,20002', '']) {
      vi.stubEnv('PACKSHOT_REDIRECT_PORTS', ports)
      const { child, ready } = await start(dataDir)
      const { redirectUris, baseUrl } = JSON.parse(readFileSync(ready.connectionFile, 'utf8'))
      expect(redirectUris).toEqual(withMark(uris, baseUrl))
      child.kill('SIGTERM')
      expect(await ended(child)).toBe(0)
    }
  })

  it('loses nothing that it answered when it is killed, and needs no repair', async () => {
    const dataDir = await makeFolder()
    const first = await start(dataDir, '--print-api-key')
    const answered: Json[] = []
    const upload = async (): Promise<void> => {
      for (;;) {
        const body = new FormData()
        body.set('type', 'FILE')
        body.set('value', new Blob([crypto.getRandomValues(new Uint8Array(20_000))]), 'a.bin')
        const answer = await fetch(`${first.ready.baseUrl}/v1/sources`, {
          method: 'POST',
          headers: { 'x-api-key': first.ready.apiKey },
          body,
        })
        answered.push(((await answer.json()) as Json).data)
        if (answered.length === 60) first.child.kill('SIGKILL')
      }
    }
    await Promise.allSettled(Array.from({ length: 8 }, upload))
    await ended(first.child)
    const second = await start(dataDir)
    expect(second.ready.baseUrl).toBe(first.ready.baseUrl)
    const token = readFileSync(join(dataDir, 'admin-token'), 'utf8').trim()
    const list = async (what: string) =>
      ((await (await fetch(`${second.ready.baseUrl}/admin/${what}`, { headers: { 'x-admin-token': token } })).json()) as Json)[
        what
      ] as Json[]
    const sources = await list('sources')
    const logged = await list('requests')
    expect(answered.length).toBeGreaterThanOrEqual(60)
    expect(sources.map(({ id }) => id)).toEqual(expect.arrayContaining(answered.map(({ id }) => id)))
    expect(logged.map(({ facts }) => facts.id)).toEqual(sources.map(({ id }) => id))
    for (const { id, sha256: expected } of sources) expect(sha256(readFileSync(join(dataDir, 'sources', id)))).toBe(expected)
    expect(readdirSync(join(dataDir, 'sources')).filter((name) => name.endsWith('.part'))).toEqual([])
    second.child.kill('SIGTERM')
    await ended(second.child)
    const database = new DatabaseSync(join(dataDir, 'workspace.sqlite'))
    expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    database.close()
  })
})
