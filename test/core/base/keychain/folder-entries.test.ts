import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFolderEntries } from '../../../../electron/core/base/keychain/folder-entries.ts'
import { createMemorySecrets } from '../../../../electron/core/base/keychain/memory-secrets.ts'
import type { SecretStore } from '../../../../electron/core/base/keychain/secret-store.ts'
import { systemSyncFiles } from '../../../../electron/core/base/platform/system-sync-files.ts'

let folder: string
let keychain: SecretStore
const open = (name: string) => createFolderEntries({ store: keychain, dataFolder: join(folder, name), files: systemSyncFiles })

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-entries-'))
  keychain = createMemorySecrets()
  await mkdir(join(folder, 'one'))
  await mkdir(join(folder, 'two'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('two data folders with the same connection have separate entries: deleting one keeps the other', async () => {
  await open('one').set('con_1/client-secret', 'first')
  await open('two').set('con_1/client-secret', 'second')
  await open('two').delete('con_1/client-secret')
  expect(await open('one').get('con_1/client-secret')).toBe('first')
  expect(await open('two').get('con_1/client-secret')).toBeNull()
})

test('a data folder that was moved keeps its entries', async () => {
  await open('one').set('con_1/tokens', 'pair')
  await rename(join(folder, 'one'), join(folder, 'moved'))
  expect(await open('moved').get('con_1/tokens')).toBe('pair')
  await rename(join(folder, 'moved'), join(folder, 'again'))
  expect(await open('again').get('con_1/tokens')).toBe('pair')
})

test('a copy of a data folder starts without entries, and changes only its own', async () => {
  await open('one').set('con_1/tokens', 'pair')
  await cp(join(folder, 'one'), join(folder, 'copy'), { recursive: true })
  expect(await open('copy').get('con_1/tokens')).toBeNull()
  await open('copy').delete('con_1/tokens')
  expect(await open('one').get('con_1/tokens')).toBe('pair')
  await open('copy').set('con_1/tokens', 'another pair')
  expect(await open('one').get('con_1/tokens')).toBe('pair')
  expect(await open('copy').get('con_1/tokens')).toBe('another pair')
})

test('a proxy’s password belongs to the computer: every data folder finds it', async () => {
  await open('one').set('proxy/proxy.example:8080', 'word')
  expect(await open('two').get('proxy/proxy.example:8080')).toBe('word')
})

test('reading in a folder without entries writes nothing', async () => {
  expect(await open('not there').get('con_1/tokens')).toBeNull()
  expect(systemSyncFiles.exists(join(folder, 'not there'))).toBe(false)
})
