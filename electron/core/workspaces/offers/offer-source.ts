import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { decodeText } from '../../../../shared/base/decode-text.ts'
import { AppError } from '../../../../shared/base/errors.ts'
import type { ConnectionFile } from '../../../../shared/workspaces/connection-file.ts'
import type { OfferForm, OfferSummary } from '../../../../shared/workspaces/workspaces.ts'
import { readClientForm } from '../connections/create-connection.ts'
import { parseConnectionFile } from '../connections/parse-connection-file.ts'
import { parseConnectionLink } from '../connections/parse-connection-link.ts'
import { isFileOfAdministrator } from './managed-file-owner.ts'

/** The origin of an offer. A path stays in this process: a window gets only the file's name. */
export type OfferSource = {
  readonly from: OfferSummary['from']
  /** Of a managed file its whole path: its place says who put it there. */
  readonly fileName: string | null
  /** Only for a person's own file; a managed one is not theirs to delete. */
  readonly path: string | null
}

/** A connection file is a few hundred bytes, and more only with question sets. */
const mostBytes = 1_000_000

/** The connection file of a managed installation. */
export const managedFileName = 'connection.packshot'

export const isConnectionFileName = (name: string): boolean => /\.packshot$/i.test(name)

const unusable = (form: 'too-large' | 'no-file'): AppError =>
  new AppError('invalid-connection-file', { kind: 'connection-file-unusable', from: 'file', problem: { form } })

/** Errors: `invalid-connection-file`, `file-missing`. */
export const readOfferFile = async (path: string): Promise<{ readonly file: ConnectionFile; readonly source: OfferSource }> => {
  try {
    const facts = await stat(path)
    // A pipe would never end.
    if (!facts.isFile()) throw unusable('no-file')
    if (facts.size > mostBytes) throw unusable('too-large')
    const file = parseConnectionFile(decodeText(await readFile(path)))
    return { file, source: { from: 'file', fileName: basename(path), path } }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('file-missing', { kind: 'connection-file-unreadable' }, { kept: 'nothing-changed', cause: error })
  }
}

/** The text of a connection file that comes as bytes. Errors: `invalid-connection-file`. */
export const collectText = async (bytes: AsyncIterable<Uint8Array>): Promise<string> => {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of bytes) {
    size += piece.byteLength
    if (size <= mostBytes) pieces.push(piece)
  }
  if (size > mostBytes) throw unusable('too-large')
  return decodeText(Buffer.concat(pieces))
}

/** Errors: `invalid-connection-file`, `invalid-address`. */
export const readOfferForm = (form: OfferForm): { readonly file: ConnectionFile; readonly source: OfferSource } => {
  switch (form.kind) {
    case 'file':
      return { file: parseConnectionFile(form.text), source: { from: 'file', fileName: form.fileName, path: null } }
    case 'link':
      return { file: parseConnectionLink(form.link), source: { from: 'link', fileName: null, path: null } }
    case 'oauth': {
      const { name, ...details } = form
      return { file: readClientForm({ ...details, ...(name ? { name } : {}) }), source: { from: 'form', fileName: null, path: null } }
    }
  }
}

/** The connection file of a managed installation, from the first of these folders that has one, or `null`. Errors: `invalid-connection-file`, also if others may change it. */
export const findManagedFile = async (
  folders: readonly string[],
): Promise<{ readonly file: ConnectionFile; readonly source: OfferSource; readonly fingerprint: string } | null> => {
  for (const folder of folders) {
    const path = join(folder, managedFileName)
    const size = await stat(path).then(
      (facts) => facts.size,
      () => null,
    )
    if (size === null) continue
    if (!(await isFileOfAdministrator(path))) throw new AppError('invalid-connection-file', { kind: 'managed-file-not-kept', path })
    const { file } = await readOfferFile(path)
    const fingerprint = createHash('sha256').update(JSON.stringify(file)).digest('hex')
    return { file, source: { from: 'managed', fileName: path, path: null }, fingerprint }
  }
  return null
}
