import { maxKnowledgeIdLength, maxTextBytes, maxUrlLength, type ReadForm } from '../../../../shared/answers/other-sources.ts'
import { AppError } from '../../../../shared/base/errors.ts'
import type { Failure } from '../../../../shared/base/failures.ts'
import type { OtherSourceKind } from '../../../../shared/queue/operations.ts'

/** The value to send, its title, and its size in UTF-8. */
export type CheckedSource = { readonly kind: OtherSourceKind; readonly value: string; readonly title: string; readonly bytes: number }

const titleLength = 80

const refuse = (failure: Failure): AppError => new AppError('usage', failure, { kept: 'nothing-queued' })

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
  if (whole.trim() === '') throw refuse({ kind: 'source-empty', source: 'text' })
  const bytes = Buffer.byteLength(whole)
  if (bytes > maxTextBytes) throw refuse({ kind: 'source-text-too-long', bytes, limit: maxTextBytes })
  return whole
}

const checkUrl = (text: string): string => {
  const typed = text.trim()
  if (typed === '') throw refuse({ kind: 'source-empty', source: 'url' })
  if (!URL.canParse(typed)) throw refuse({ kind: 'not-web-address', typed: shorten(typed), lacks: 'form' })
  const url = new URL(typed)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refuse({ kind: 'not-web-address', typed: shorten(typed), lacks: 'http' })
  if (url.username !== '' || url.password !== '') throw refuse({ kind: 'web-address-with-password' })
  if (url.href.length > maxUrlLength) throw refuse({ kind: 'web-address-too-long', length: url.href.length, limit: maxUrlLength })
  return url.href
}

const checkKnowledgeId = (text: string): string => {
  const id = text.trim()
  if (id === '') throw refuse({ kind: 'source-empty', source: 'knowledge' })
  if (id.length > maxKnowledgeIdLength || /[\p{Cc}\p{Cs}\s]/u.test(id)) throw refuse({ kind: 'not-knowledge-id', typed: shorten(id) })
  return id
}

/**
 * Checks that need no service: a text is not empty and at most 1 MB, an address is http or https and at most 2,048 characters
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
