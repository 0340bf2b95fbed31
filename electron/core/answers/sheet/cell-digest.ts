import { hash } from 'node:crypto'
import type { CellReview } from '../../../../shared/answers/sheet.ts'

const digestOf = (text: string): string => hash('sha256', text, 'hex').slice(0, 12)

/** Changes with a cell's text and its review: the first 12 hex digits of their SHA-256. */
export const cellDigest = (text: string, review: CellReview): string => digestOf(`${text}\n${review}`)

/** Of a review that a person took back, as `answers.past` keeps it. */
export const takenBackDigest = (text: string, review: CellReview): string => digestOf(`${text}\n${review}\ntaken back`)

/** Of a text alone, as `answers.past` keeps it. */
export const textDigest = (text: string): string => digestOf(text)
