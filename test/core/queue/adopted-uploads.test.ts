import { expect, it } from 'vitest'
import { prepareTestLibrary } from '../../support/open-test-library.ts'

const library = prepareTestLibrary()

it('uploads a picture once that was queued both in a workspace and, after leaving it, without one', async () => {
  await library.core().start()
  await library.connect()
  await library.client().queue.pause()
  await library.add(['mug.png'])
  await library.client().workspaces.disconnect()
  await library.attach(['mug.png'])
  await library.connect()
  await library.client().queue.resume()
  await library.settled()
  const uploads = library.service().received.filter(({ path }) => path === '/v1/sources')
  expect(uploads).toHaveLength(1)
})
