import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeTestPicture } from '../fixtures/test-pictures.ts'
import { createPackshotUser, type PackshotUser } from '../support/packshot-user.ts'
import { startWorkspaceProcess, type WorkspaceProcess } from '../support/workspace-process.ts'

let user: PackshotUser
let workspace: WorkspaceProcess
beforeEach(async () => {
  user = await createPackshotUser()
  workspace = await startWorkspaceProcess()
})
afterEach(async () => {
  await workspace.remove()
  await user.remove()
})

it('exports the answers of a set, takes them back edited, and keeps Packshot’s text in a conflict until a person decides', async () => {
  const picture = join(user.folder, 'mug.png')
  await writeFile(picture, await makeTestPicture(1, { format: 'png' }))
  const set = join(user.folder, 'shop.packshot-questions')
  const questions = [{ question: 'What format is it?', column: 'Alt text', checks: [] }]
  await writeFile(set, JSON.stringify({ packshotQuestions: 1, sets: [{ name: 'Shop', questions, runsOnDrop: false }] }))
  expect((await user.run('sets', 'import', set)).code).toBe(0)
  expect((await user.run('add', picture)).code).toBe(0)
  expect((await user.run('ask', '--set', 'Shop')).code).toBe(0)
  expect((await user.work(workspace)).code).toBe(0)
  const file = join(user.folder, 'texts.csv')
  const exportAll = (to: string) => user.run('export', '--set', 'Shop', '--to', to, '--all')
  expect((await exportAll(file)).stdout).toContain('1 picture with 1 text exported to')
  const workbook = join(user.folder, 'texts.xlsx')
  expect((await exportAll(workbook)).code).toBe(0)
  expect((await user.run('import-texts', workbook, '--dry-run')).stdout).toContain('0 changes, 1 unchanged.')
  const edit = async (text: string): Promise<void> =>
    writeFile(file, (await readFile(file, 'utf8')).replace(/The file is a PNG[^,"]*|First words/, text))
  await edit('First words')
  expect((await user.run('import-texts', file)).stdout).toContain('1 text changed.')
  // The file still says what was exported first, so another edit of it is now one on both sides.
  await edit('Second words')
  const conflict = await user.run('import-texts', file)
  expect(conflict.stdout).toContain('1 conflict: changed on both sides.')
  expect(conflict.code).toBe(3)
  expect((await user.run('import-texts', file, '--conflicts', 'file')).stdout).toContain('1 text changed.')
  expect((await exportAll(file)).code).toBe(0)
  expect(await readFile(file, 'utf8')).toContain('Second words')
})
