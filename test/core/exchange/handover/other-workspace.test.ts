import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openTestCore } from '../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

const library = prepareTestLibrary()

it('asks before a hand-over goes to another client’s workspace at the same address, or to none', async () => {
  await library.connect()
  const path = join(library.folder(), 'blue.packshot-handover')
  await library.client().handover.write({ to: { kind: 'path', path }, originals: false })
  expect((await library.client().handover.open({ path })).preview.isOfOtherWorkspace).toBe(false)
  const { baseUrl } = library.service()
  await library.client().session.connect({ kind: 'relay', baseUrl, header: { name: 'X-Key', value: 'red' } })
  const other = await library.client().handover.open({ path })
  expect(other.preview).toMatchObject({ isOfOtherWorkspace: true, workspace: baseUrl })
  const merge = { id: other.id, choices: { usual: null, each: [] } }
  await expect(library.client().handover.merge(merge)).rejects.toMatchObject({ failure: { kind: 'handover-of-other-workspace' } })

  const none = await openTestCore(join(library.folder(), 'none'))
  expect((await none.client.handover.open({ path })).preview.isOfOtherWorkspace).toBe(true)
  await none.core.stop()
})
