import { AppError } from '../../../../shared/base/errors.ts'

/** A window shows one at a time. */
const mostKept = 10

export type KeptSelections = ReturnType<typeof createKeptSelections>

/** The selections that sheets were opened for last, in memory: a sheet names its selection in each page that it asks for. */
export const createKeptSelections = (newName: () => string) => {
  const selections = new Map<string, string>()
  return {
    /** `pictures`: their `images.seq` as JSON, which a page gives to the lists' thread as one text. */
    keep: (pictures: string): string => {
      const name = newName()
      selections.set(name, pictures)
      const [oldest = name] = selections.keys()
      if (selections.size > mostKept) selections.delete(oldest)
      return name
    },
    /** Error: `unknown-id`. */
    read: (name: string): string => {
      const pictures = selections.get(name)
      if (pictures === undefined) throw new AppError('unknown-id', { kind: 'selection-not-kept' }, { kept: 'nothing-changed' })
      return pictures
    },
  }
}
