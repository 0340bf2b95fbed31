import { expect, it } from 'vitest'
import type { IntakeRequest } from '../../../../electron/core/pictures/intake/intake.ts'
import { createFileReceiver } from '../../../../electron/core/pictures/intake/receive-files.ts'
import type { UnfinishedIntake } from '../../../../electron/core/pictures/intake/unfinished-intakes.ts'

const dropOf = (connectionId: string, drop: string, paths: readonly string[]): UnfinishedIntake => ({
  ...{ connectionId, drop, paths, urls: [], recursive: true, at: 1, forget: async () => {} },
})

/** What the next start adds of copies with these names; the files and folders themselves are gone. */
const addCopies = async (names: readonly string[], drops: readonly UnfinishedIntake[]) => {
  const requests: IntakeRequest[] = []
  const ports = {
    intake: {
      addRows: async (request: IntakeRequest) => {
        if (request.kept) requests.push(request)
        return { added: [], known: [], refused: [] }
      },
    },
    unfinished: { read: async () => drops },
    images: { originsOf: () => new Set(), ofContent: () => undefined },
    keptCopies: names.map((name, at) => ({ path: `drafts/${at}`, sha256: String(at), name, isDraft: false })),
    ...{ files: {}, offers: {}, arrivals: {}, openers: [] },
  } as unknown as Parameters<typeof createFileReceiver>[0]
  await createFileReceiver(ports).addUnfinished()
  return requests.map(({ kept = [], upload, asks = true, drop, connectionId }) => ({
    ...{ from: kept.map(({ origin }) => (origin.kind === 'file' ? origin.path : '')), upload, asks, drop, connectionId },
  }))
}

it('gives the copies of interrupted drops to the workspaces of these drops', async () => {
  const drops = [dropOf('blue', 'one', ['/card/mug.png']), dropOf('red', 'two', ['/card/cup.png', '/card/jug.png'])]
  expect(await addCopies(['cup.png', 'mug.png', 'jug.png'], drops)).toEqual([
    { from: ['/card/cup.png', '/card/jug.png'], upload: true, asks: true, drop: 'two', connectionId: 'red' },
    { from: ['/card/mug.png'], upload: true, asks: true, drop: 'one', connectionId: 'blue' },
  ])
})

it('adds a copy that may be of several workspaces to the library alone', async () => {
  const inLibraryAlone = { upload: false, asks: false, drop: undefined, connectionId: undefined }
  const folders = [dropOf('blue', 'one', ['/card/first']), dropOf('red', 'two', ['/card/second'])]
  expect(await addCopies(['1.png'], folders)).toEqual([{ from: ['1.png'], ...inLibraryAlone }])
  const alike = [dropOf('blue', 'one', ['/card/1.png']), dropOf('red', 'two', ['/other/1.png'])]
  expect(await addCopies(['1.png'], alike)).toEqual([{ from: ['1.png'], ...inLibraryAlone }])
})

it('sends a copy from a folder where all drops are of one workspace', async () => {
  const drops = [dropOf('blue', 'one', ['/card/first']), dropOf('blue', 'two', ['/card/second'])]
  expect(await addCopies(['1.png'], drops)).toEqual([{ from: ['1.png'], upload: true, asks: true, drop: 'one', connectionId: 'blue' }])
})
