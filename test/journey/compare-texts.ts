import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect } from 'vitest'
import { cellValue, type SheetRow } from '../../shared/answers/sheet.ts'
import { listProducts } from '../support/compare-with-service.ts'
import type { WorkspaceAdmin } from '../support/workspace-admin.ts'

/** The set of the season: questions that the sample workspace answers from pixels and bytes. The last column can't be told for most pictures. */
export const seasonSet = {
  name: 'Season',
  questions: [
    {
      question: 'Write alt text for this picture.',
      column: 'Alt text',
      checks: [{ kind: 'not-empty' }, { kind: 'longest', characters: 400 }],
    },
    { question: 'What colors does it have?', column: 'Description', checks: [] },
    { question: 'Is the background white?', column: 'Background', checks: [] },
    { question: 'What format is it?', column: 'Format', checks: [] },
    { question: 'Is the picture sharp?', column: 'Sharpness', checks: [] },
  ],
  runsOnDrop: false,
} as const

export const seasonFile = JSON.stringify({ packshotQuestions: 1, sets: [seasonSet] })
export const [altQuestion, colorQuestion] = seasonSet.questions.map(({ question }) => question) as [string, string]

/** What LibreOffice put behind each tenth alt text. */
export const edited = ' Edited outside.'

const approvedOf = (row: SheetRow, question: string): string | undefined => {
  const cell = row.cells.find((one) => one.question === question)
  return cell && cell.review === 'approved' && cellValue(cell) !== '' ? cellValue(cell) : undefined
}

/**
 * Each product of the workspace has the approved texts of its main picture in its attributes, letter by letter, and no others. Returns how many texts.
 */
export const expectTextsHeld = async (
  workspace: WorkspaceAdmin,
  rows: readonly SheetRow[],
  attributes: Readonly<Record<string, string>>,
): Promise<number> => {
  const held = new Map((await listProducts(workspace)).map(({ id, attributes: has }) => [id, has as Record<string, unknown>]))
  let texts = 0
  for (const row of rows) {
    const has = held.get(row.productId ?? '')
    expect(has, row.productName ?? row.key).toBeDefined()
    for (const [attribute, question] of Object.entries(attributes)) {
      const approved = approvedOf(row, question)
      expect(Buffer.from(String(has?.[attribute] ?? '')), `${attribute} of ${row.productName}`).toEqual(Buffer.from(approved ?? ''))
      if (approved !== undefined) texts += 1
    }
  }
  return texts
}

const altOf = (xmp: string | undefined): string | undefined =>
  /AltTextAccessibility><rdf:Alt><rdf:li xml:lang="x-default">([^<]*)</
    .exec(xmp ?? '')?.[1]
    ?.replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')

const pixelsOf = async (path: string): Promise<Buffer> => sharp(path).raw().toBuffer()

/** Each copy has its picture's approved alt text, and the same pixels as the original. Returns how many copies. */
export const expectTextsInCopies = async (folder: string, originals: string, rows: readonly SheetRow[]): Promise<number> => {
  const texts = new Map(rows.flatMap((row) => [[`${row.folder}/${row.name}`, approvedOf(row, altQuestion)] as const]))
  const paths = new Map<string, string[]>()
  for (const name of readdirSync(originals, { recursive: true, encoding: 'utf8' })) {
    const key = name.split(/[\\/]/).slice(-2).join('/')
    paths.set(key, [...(paths.get(key) ?? []), join(originals, name)])
  }
  const copies = readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true }).filter((one) => one.isFile())
  const approved = [...texts.values()].filter((text) => text !== undefined)
  expect(copies).toHaveLength(approved.length)
  const found: (string | undefined)[] = []
  for (const [at, copy] of copies.entries()) {
    const path = join(copy.parentPath, copy.name)
    const text = altOf((await sharp(path).metadata()).xmpAsString)
    found.push(text)
    // Pixels of some: decoding all of them twice takes longer than everything else.
    const [original, other] = paths.get(path.split(/[\\/]/).slice(-2).join('/')) ?? []
    if (at % 20 === 0 && original !== undefined && other === undefined) expect(await pixelsOf(path)).toEqual(await pixelsOf(original))
  }
  expect(found.toSorted()).toEqual(approved.toSorted())
  return copies.length
}
