import type { ListEditors } from '../workspaces/workspace-settings.ts'
import type { AttachNote, ListDoubt, ListOrigin, ListQuestion } from './products.ts'

/** Who else edits the lists of a workspace: the question, its answers, and what each of them means. */
export const editorWords = {
  question: 'Who else changes product pictures in this workspace?',
  names: {
    'only-here': 'Only this computer',
    sometimes: 'Others, sometimes',
    always: 'Others, all the time',
  } satisfies Record<ListEditors, string>,
  meanings: {
    'only-here': 'Packshot uses the pictures it knows, however old they are.',
    sometimes: 'Packshot asks again when it last knew a product’s pictures over a day ago.',
    always: 'Packshot asks again when it last knew a product’s pictures over an hour ago.',
  } satisfies Record<ListEditors, string>,
} as const

/** The question about a product's current list, which only a person can answer. */
export const currentWords = {
  question: 'Does this product already have pictures?',
  why: 'Attaching replaces all of them, and Packshot can’t look them up.',
  nothing: 'No, it has none',
  asKnown: 'Yes, still these',
  ids: 'Yes, keep these: …',
  appends: 'This workspace adds instead of replacing',
  /** Short form for small spaces. */
  appendsShort: 'This workspace only adds',
  nothingMeans: 'If it has pictures after all, they are removed from the product.',
  /** Heading above many products. */
  many: 'Attaching replaces all pictures of a product, and Packshot can’t look them up. Open each product, then say which pictures it has now.',
  /** The limit that remains with any answer. */
  limit: 'If you and a colleague both say that nothing has changed, one of the changes can still be lost.',
} as const

const origins: Record<ListOrigin, string> = {
  stated: 'entered here',
  confirmed: 'confirmed by the workspace',
  shown: 'read from the workspace',
  created: 'created by Packshot',
}

/** `confirmed by the workspace 2 days ago`. `ago`: the time since, or `null`. */
export const describeOrigin = (origin: ListOrigin | null, ago: string | null): string =>
  origin === null ? 'known in part only' : [origins[origin], ...(ago === null ? [] : [ago])].join(' ')

const doubts: Record<ListDoubt, string> = {
  restored: 'Packshot’s library was restored from a backup, so this may be out of date.',
  'appends-switched': '“PATCH appends to lists” was switched, so this may be wrong.',
  adopted: 'Two records of this product were merged, so this may be wrong.',
}

/** Why a person has to state a list. */
export const describeQuestion = (why: ListQuestion, doubt: ListDoubt | null): string => {
  switch (why) {
    case 'never-said':
      return 'Packshot doesn’t know which pictures the product has.'
    case 'too-old':
      return 'This is too old: a colleague may have changed it since.'
    case 'time-over':
      return 'You confirmed it for a time that has passed: a colleague may have changed it since.'
    case 'no-answer':
      return 'The last change got no answer. It may have arrived or not.'
    case 'doubted':
      return doubt === null ? 'This may be out of date.' : doubts[doubt]
  }
}

type LeftOut = {
  readonly count: number
  /** For a single picture. */
  readonly name: string | null
  /** When we last knew of them, in words. */
  readonly ago: string | null
  /** They were sent, and no answer came. */
  readonly isMaybe: boolean
}

/** Known pictures that a statement leaves out. */
export const leftOutWords = ({ count, name, ago, isMaybe }: LeftOut): string => {
  const what = count === 1 ? (name ?? 'a picture') : `${count} pictures`
  if (isMaybe) return `Packshot sent ${what} and got no answer. ${count === 1 ? 'Is it there now?' : 'Are they there now?'}`
  const question = count === 1 ? 'Keep it, or was it removed in the workspace?' : 'Keep them, or were they removed in the workspace?'
  return `Packshot put ${what} there${ago === null ? '' : ` ${ago}`}. ${question}`
}

/** What an attachment did not queue. */
export const describeAttachNote = (note: AttachNote): string => {
  switch (note.kind) {
    case 'some-attached': {
      const parked = note.parked === 0 ? '' : ` (${note.parked} set aside, waiting for you)`
      return `${note.pictures} of ${note.total} are attached or queued for it already${parked}.`
    }
    case 'created-before': {
      const as = note.productId === null ? '(it is queued)' : `as ${note.productId}`
      return `“${note.name}” was created before ${as}: using that one. Give another name to create another.`
    }
  }
}

/** The answers about one of them. */
export const fateWords = { keep: 'Keep', removed: 'Removed', isThere: 'It’s there', isNot: 'It isn’t' } as const
