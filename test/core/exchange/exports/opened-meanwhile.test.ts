import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createJournal } from '../../../../electron/core/base/database/journal.ts'
import { openDatabase } from '../../../../electron/core/base/database/open-database.ts'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { createExports, type ExportPorts } from '../../../../electron/core/exchange/exports/create-exports.ts'
import { formatRevisions, keyHeader, revisionsHeader } from '../../../../electron/core/exchange/exports/revisions.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-opened-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('keeps a table open that was opened while another one is applied', async () => {
  const journal = createJournal(openDatabase(folder, systemPlatform).database, systemPlatform)
  const exports = createExports({
    journal,
    ids: systemPlatform.ids,
    connectionId: () => null,
    images: { isPresent: () => true, get: () => ({ name: 'a.png' }) },
    reader: {},
    listAsked: () => [{ question: 'Color?', column: 'Color?', checks: [] }],
    listSets: () => [],
    readList: async function* () {
      yield {
        kind: 'raw',
        rows: [
          { row: 1, cells: [keyHeader, revisionsHeader, 'Color?'] },
          {
            row: 2,
            cells: ['img_0123456789abcdef01234567', formatRevisions([{ question: 'Color?', header: 'Color?', written: null }]), 'Red'],
          },
        ],
      }
    },
  } as unknown as ExportPorts)
  const open = (name: string) => exports.openFile(name, name, new Map())
  const first = await open('first.csv')
  expect(first.counts.changed).toBe(1)
  let second = first
  await exports.apply(first.id, { conflicts: 'file', rewritten: 'file', cells: [] }, async (_owner, cells) => {
    second = await open('second.csv')
    return { changed: cells.length, kept: [] }
  })
  expect(() => exports.differences(first.id, 'changed', 0, 10)).toThrow('no longer open')
  expect(exports.differences(second.id, 'changed', 0, 10).total).toBe(1)
  journal.close()
})
