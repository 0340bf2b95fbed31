import { isContractProcedure } from '@orpc/contract'
import { call } from '@orpc/server'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { createWindowRouter } from '../../../electron/core/window/window-router.ts'
import { askedQuestions, sheetView } from '../../../shared/answers/sheet.ts'
import type { PathRule } from '../../../shared/base/call.ts'
import { contract } from '../../../shared/contract.ts'
import { usualLayout } from '../../../shared/exchange/export-presets.ts'
import { prepareTestLibrary } from '../../support/open-test-library.ts'

type Called = { readonly name: string; readonly rule: PathRule | undefined; readonly input: z.ZodType | undefined }

const walk = (tree: object, under = ''): Called[] =>
  Object.entries(tree).flatMap(([name, part]) => {
    if (!isContractProcedure(part)) return walk(part as object, `${under}${name}.`)
    const { meta, inputSchema } = part['~orpc'] as unknown as { meta: { paths?: PathRule }; inputSchema?: z.ZodType }
    return [{ name: `${under}${name}`, rule: meta.paths, input: inputSchema }]
  })

/** The names of all fields of a shape, however deep; those of a union with the kind “path”, too. */
const fieldsOf = (shape: unknown, seen = new Set<unknown>()): string[] => {
  if (typeof shape !== 'object' || shape === null || seen.has(shape)) return []
  seen.add(shape)
  const { def } = (shape as { readonly _zod?: { readonly def: Record<string, unknown> } })._zod ?? {}
  if (!def) return []
  const own = def.type === 'object' ? Object.keys(def.shape as object) : []
  const parts = [
    def.shape && Object.values(def.shape as object),
    def.options,
    def.items,
    def.element,
    def.innerType,
    def.valueType,
    def.in,
    def.out,
    def.left,
    def.right,
  ]
  return [...own, ...parts.flat().flatMap((part) => fieldsOf(part, seen))]
}

/** Names under which a path could come. */
const couldBePath = /^(paths?|named|file|folder|dir|directory|place|location)$/i

/** Fields with such a name that are no path to read or write, by the calls that have them. */
const others: Readonly<Record<string, RegExp>> = {
  'compared with the folders that pictures came from': /^library\.(page|ids|shown|place|groups|groupPage) folder$/,
  'names pictures below it in their addresses; nothing of it is opened':
    /^(session\.(?:connect|departures)|clients\.check|clients\.try|publishing\.set) folder$/,
  'paths of the workspace’s addresses': /^connections\.change paths?$/,
  'the place of a picture in its product': /^(questionSets\.save|matching\.(move|preview|apply|setMapping)) place$/,
  'a pattern for names of pictures': /^matching\.(preview|apply|setMapping) file$/,
}

describe('what a window may ask', () => {
  const calls = walk(contract)

  it('knows of each field that could be a path what it is', () => {
    const found = calls.flatMap(({ name, rule, input }) =>
      rule === undefined ? [...new Set(fieldsOf(input).filter((field) => couldBePath.test(field)))].map((field) => `${name} ${field}`) : [],
    )
    expect(found.filter((field) => !Object.values(others).some((pattern) => pattern.test(field)))).toEqual([])
    for (const [reason, pattern] of Object.entries(others))
      expect(
        found.filter((field) => pattern.test(field)),
        reason,
      ).not.toEqual([])
  })

  it('finds every field of the contract’s inputs, so that none escapes this test', () => {
    expect(fieldsOf(calls.find(({ name }) => name === 'handover.write')?.input)).toEqual(
      expect.arrayContaining(['to', 'originals', 'path', 'target']),
    )
  })

  const library = prepareTestLibrary()
  const windowCall = (name: string, input: unknown): Promise<unknown> => {
    const router = createWindowRouter(library.core()) as unknown as Record<string, Record<string, Parameters<typeof call>[0]>>
    const [part = '', own = ''] = name.split('.')
    return Promise.resolve(call(router[part]?.[own] as never, input as never))
  }
  const refused = { code: 'usage', failure: { kind: 'window-names-path' } }
  const path = '/etc/passwd'
  const view = sheetView.parse({ setId: askedQuestions })

  it.each([
    ['handover.write', { to: { kind: 'path', path }, originals: false }],
    ['handover.open', { path }],
    ['catalogue.importFile', { path, columns: {}, dryRun: true }],
    ['exports.openFile', { path }],
    ['exports.write', { view, which: 'all', layout: usualLayout('pictures', []), to: { kind: 'path', path } }],
    ['exports.pictures', { view, which: 'all', fields: {}, to: { kind: 'path', path } }],
    ['watching.preview', { folder: { kind: 'path', path }, subfolders: false }],
    ['watching.add', { folder: { kind: 'path', path } }],
    ['followedLists.follow', { list: { kind: 'path', path }, rhythm: 'changes' }],
    ['intake.add', { named: [path], recursive: false, upload: false }],
  ])('refuses a path in %s', async (name, input) => {
    await expect(windowCall(name, input)).rejects.toMatchObject(refused)
  })

  it('has a refusal tried for each call that takes a path', () => {
    const tried = [
      'handover.write',
      'handover.open',
      'catalogue.importFile',
      'exports.openFile',
      'exports.write',
      'exports.pictures',
      'watching.preview',
      'watching.add',
      'followedLists.follow',
      'intake.add',
    ]
    const ruled = calls.filter(({ rule }) => rule !== undefined && rule !== 'known').map(({ name }) => name)
    expect(ruled.sort()).toEqual(tried.sort())
  })

  it('finds nothing where a window names a path that Packshot did not name', async () => {
    await expect(windowCall('pictures.showRefused', { path })).rejects.toMatchObject({ code: 'file-missing' })
    await expect(windowCall('pictures.tryRefusedAgain', { paths: [path] })).resolves.toEqual({ added: 0, known: 0, refused: 0, left: 0 })
  })
})
