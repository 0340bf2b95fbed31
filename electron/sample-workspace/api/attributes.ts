import type { IsWholePicture } from './check-picture.ts'
import type { Source } from './source-table.ts'

/** Source ids, or text. */
export type AttributeValue = readonly string[] | string

export type Attribute =
  /** `formats`: allowed formats of an attached file; undefined: any FILE. */
  | { readonly name: string; readonly kind: 'CONTEXT_SOURCE_LIST'; readonly formats?: readonly string[] }
  | { readonly name: string; readonly kind: 'TEXT' }

/** The universal Images attribute (spec, "Other resources") and three of the sample workspace's own. */
export const attributes: readonly Attribute[] = [
  { name: 'Images', kind: 'CONTEXT_SOURCE_LIST', formats: ['png', 'jpeg'] },
  { name: 'Manuals', kind: 'CONTEXT_SOURCE_LIST' },
  { name: 'Description', kind: 'TEXT' },
  { name: 'Alt text', kind: 'TEXT' },
]

export const findAttribute = (key: string): Attribute | undefined => attributes.find(({ name }) => name.toLowerCase() === key.toLowerCase())

const idFault = (
  attribute: Extract<Attribute, { kind: 'CONTEXT_SOURCE_LIST' }>,
  id: string,
  source: Source | undefined,
): string | undefined => {
  if (source === undefined) return `${id}: there is no such source`
  if (source.type !== 'FILE') return `${id}: is a ${source.type} source; attributes accept FILE sources only`
  if (attribute.formats && !attribute.formats.includes(source.format ?? '')) {
    return `${id}: is not a PNG or JPEG file${source.format ? ` but ${source.format.toUpperCase()}` : ''}; the ${attribute.name} attribute accepts PNG and JPEG only`
  }
  return undefined
}

export type SourcePorts = { readonly find: (id: string) => Source | undefined; readonly isWholePicture: IsWholePicture }

/** Why a value is refused, one sentence per offending id; empty if it is fine (spec, "Errors", attaching). */
export const attachmentFaults = async (
  attribute: Attribute,
  value: AttributeValue,
  { find, isWholePicture }: SourcePorts,
): Promise<string[]> => {
  if (attribute.kind === 'TEXT') return typeof value === 'string' ? [] : [`${attribute.name}: must be text`]
  if (typeof value === 'string') return [`${attribute.name}: must be a list of source ids`]
  const faults: string[] = []
  // One after the other: pictures need memory while they are decoded.
  for (const id of value) {
    const fault = idFault(attribute, id, find(id))
    if (fault !== undefined) faults.push(fault)
    else if (attribute.formats && !(await isWholePicture(id)))
      faults.push(`${id}: cannot be decoded, the file is damaged or incomplete; the ${attribute.name} attribute accepts PNG and JPEG only`)
  }
  return faults
}
