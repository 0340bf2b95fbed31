import { AppError } from '../../shared/base/errors.ts'
import type { OpenCore } from './with-core.ts'

type NamedPicture = { readonly id: string; readonly name: string }

/** Those that a person names: by id; else by its beginning, or file name. */
const matching = <T extends NamedPicture>(named: string, known: readonly T[]): T[] => {
  const exact = known.filter(({ id }) => id === named)
  if (exact.length > 0) return exact
  return known.filter(({ id, name }) => name === named || (named.length >= 8 && id.startsWith(named)))
}

const unknown = (named: string): AppError => new AppError('unknown-id', { kind: 'picture-unknown', named }, { kept: 'nothing-changed' })

/** Those among some pictures that a person named. `none`: makes the error about one that is not among them. Errors: `usage` (it means several). */
export const findAmong = <T extends NamedPicture>(named: readonly string[], some: readonly T[], none: (named: string) => AppError): T[] =>
  named.map((one) => {
    const [found, ...others] = matching(one, some)
    if (!found) throw none(one)
    if (others.length > 0) throw new AppError('usage', { kind: 'picture-ambiguous', named: one }, { kept: 'nothing-changed' })
    return found
  })

/** The pictures of the library that a person named. Errors: `unknown-id`, `usage` (it means several). */
export const findPictures = async ({ client }: OpenCore, named: readonly string[]): Promise<string[]> =>
  named.length === 0 ? [] : findAmong(named, await client.pictures.list(), unknown).map(({ id }) => id)

/** Error: `unknown-id`, if no picture of the library is named so. */
export const requirePictures = async ({ client }: OpenCore, named: readonly string[]): Promise<void> => {
  const known = named.length === 0 ? [] : await client.pictures.list()
  for (const one of named) if (matching(one, known).length === 0) throw unknown(one)
}
