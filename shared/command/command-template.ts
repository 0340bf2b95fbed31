import { z } from 'zod'
import type { FieldRule } from '../base/field-rule.ts'
import { fillPlaceholders, findPlaceholders } from '../base/placeholders.ts'

/**
 * The body of `POST /v1/command` as JSON text (spec, not-shown, "POST /v1/command"). `{{name}}` in a text is replaced. A field that is
 * only a name without a value is left out.
 */
export const defaultCommandTemplate = `{
  "inputs": { "command": "{{command}}", "context": "{{answer}}", "toneId": "{{voice}}" },
  "options": { "outputCount": 1 }
}`

/**
 * The placeholders. `command`: the task as a sentence, with the question and the person's instruction. `answer`: the text to
 * rewritten. `voice`: the brand voice's id. `question` and `instruction`: on their own, for a custom command.
 */
export const commandPlaceholders = ['command', 'answer', 'voice', 'question', 'instruction'] as const
export type CommandValues = Readonly<Record<(typeof commandPlaceholders)[number], string | null>>

const jsonObject = z.record(z.string(), z.unknown())

const readTemplate = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** The rule by which a text can't be the body's template; `null`: it can. */
export const commandTemplateProblem = (text: string): FieldRule | null => {
  if (text.length > 10_000) return { kind: 'most-characters', most: 10_000 }
  const template = jsonObject.safeParse(readTemplate(text))
  if (!template.success) return { kind: 'json-object' }
  const used = findPlaceholders(JSON.stringify(template.data))
  const known: readonly string[] = commandPlaceholders
  const unknown = used.find((name) => !known.includes(name))
  if (unknown !== undefined) return { kind: 'placeholder-unknown', name: unknown, known }
  const missing = ['answer', 'voice'].find((name) => !used.includes(name))
  return missing === undefined ? null : { kind: 'placeholder-missing', sets: [[missing]] }
}

const fill = (value: unknown, values: Readonly<Record<string, string | null>>): unknown => {
  if (Array.isArray(value)) return value.map((one: unknown) => fill(one, values)).filter((one) => one !== undefined)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, one]) => {
        const filled = fill(one, values)
        return filled === undefined ? [] : [[key, filled]]
      }),
    )
  if (typeof value !== 'string') return value
  const alone = /^\s*\{\{\s*([\w-]+)\s*\}\}\s*$/.exec(value)?.[1]
  if (alone !== undefined && alone in values) return values[alone] ?? undefined
  // In one pass, so that a “{{voice}}” inside an answer stays as it is.
  return fillPlaceholders(value, (name) => (name in values ? (values[name] ?? '') : undefined))
}

/** The body for a job: a template that `commandTemplateProblem` accepts, with its values. */
export const fillCommandTemplate = (text: string, values: CommandValues): unknown => fill(readTemplate(text), values)
