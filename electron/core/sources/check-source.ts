import { AppError } from '../../../shared/errors.ts'
import type { OtherSourceKind } from '../../../shared/jobs.ts'
import { maxKnowledgeIdLength, maxTextBytes, maxUrlLength, type ReadForm } from '../../../shared/sources.ts'

/** What is sent, what to call it, and its size in UTF-8. */
export type CheckedSource = { readonly kind: OtherSourceKind; readonly value: string; readonly title: string; readonly bytes: number }

const titleLength = 80

const refuse = (message: string, action: string): AppError => new AppError('usage', `${message} Nothing was queued.`, { action })

const shorten = (text: string): string => {
  const line = text.trim().replace(/[\p{Cc}\s]+/gu, ' ')
  const characters = [...line.slice(0, titleLength * 4)]
  return characters.length > titleLength
    ? `${characters
        .slice(0, titleLength - 1)
        .join('')
        .trimEnd()}…`
    : characters.join('')
}

const checkText = (text: string): string => {
  // Half a character cannot be sent; it is what a reader would see of it anyway.
  const whole = Buffer.from(text).toString()
  if (whole.trim() === '') throw refuse('The text is empty.', 'Enter the text of the source.')
  const bytes = Buffer.byteLength(whole)
  if (bytes > maxTextBytes)
    throw refuse(
      `The text is too long: ${(bytes / maxTextBytes).toFixed(2)} MB of at most 1 MB.`,
      'Shorten it, or split it into several sources.',
    )
  return whole
}

const checkUrl = (text: string): string => {
  const typed = text.trim()
  const action = 'Enter a whole web address that begins with https:// or http://.'
  if (typed === '') throw refuse('The web address is empty.', action)
  if (!URL.canParse(typed)) throw refuse(`“${shorten(typed)}” is not a web address.`, action)
  const url = new URL(typed)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refuse(`“${shorten(typed)}” is not an http or https address.`, action)
  if (url.username !== '' || url.password !== '')
    throw refuse('The web address holds a user name or a password.', 'Use an address that can be opened without signing in.')
  if (url.href.length > maxUrlLength)
    throw refuse(`The web address is too long: ${url.href.length} of at most ${maxUrlLength} characters.`, 'Use a shorter address.')
  return url.href
}

const checkKnowledgeId = (text: string): string => {
  const id = text.trim()
  const action = 'Choose an item, or enter its ID as the workspace shows it.'
  if (id === '') throw refuse('The ID of the knowledge item is empty.', action)
  if (id.length > maxKnowledgeIdLength || /[\p{Cc}\p{Cs}\s]/u.test(id)) throw refuse(`“${shorten(id)}” is not an ID.`, action)
  return id
}

/**
 * What can be known without the service: a text is not empty and at most 1 MB, an address is http or https and at most 2,048 characters
 * (normalised as URL parsers do), an id is not empty. Throws AppError `usage`, which says what to correct.
 */
export const checkSource = (form: ReadForm): CheckedSource => {
  const checked = (value: string, title: string): CheckedSource => ({ kind: form.kind, value, title, bytes: Buffer.byteLength(value) })
  switch (form.kind) {
    case 'text': {
      const text = checkText(form.text)
      return checked(text, shorten(text))
    }
    case 'url': {
      const url = checkUrl(form.url)
      return checked(url, shorten(url))
    }
    case 'knowledge': {
      const id = checkKnowledgeId(form.knowledgeId)
      return checked(id, shorten(form.name ?? '') || id)
    }
  }
}
