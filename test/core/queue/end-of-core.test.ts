import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestCore, writePng } from '../../support/open-test-core.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-end-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it.each(['never', 'before'])(
  'a core that has stopped reports to a host that nothing is running, whether it had asked %s',
  async (asked) => {
    const { core, client } = await openTestCore(join(folder, 'data'))
    await writePng(join(folder, 'a.png'), 'a picture')
    await client.intake.add({ named: [join(folder, 'a.png')], recursive: false, upload: true })
    if (asked === 'before') expect(core.progress()).toMatchObject({ waiting: 1, running: 0 })
    await core.stop()
    expect(core.progress()).toMatchObject({ waiting: 0, running: 0, takingIn: 0, holds: [] })
  },
)
