import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { logFile, openLog } from '../../../electron/core/window/open-log.ts'

it('events are lines of the log, without tokens, keys, codes or secrets', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'packshot-log-'))
  const log = openLog(folder)
  log({ event: 'refresh-failed', code: 'offline', why: 'Bearer abc.def-123 was refused' })
  log({
    event: 'odd',
    url: 'http://127.0.0.1:1/callback?code=topcode&state=topstate',
    body: { access_token: 'at-1', clientSecret: 'cs-2' },
  })
  const text = await readFile(logFile(folder), 'utf8')
  await rm(folder, { recursive: true, force: true })
  expect(text).toContain('"code":"offline"')
  expect(text.trim().split('\n')).toHaveLength(2)
  for (const secret of ['abc.def-123', 'topcode', 'topstate', 'at-1', 'cs-2']) expect(text).not.toContain(secret)
})
