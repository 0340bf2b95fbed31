import { z } from 'zod'
import type { FieldRule } from '../base/field-rule.ts'
import { fillPlaceholders, findPlaceholders } from '../base/placeholders.ts'
import { commandPlaceholders, commandTemplateProblem, defaultCommandTemplate, fillCommandTemplate } from '../command/command-template.ts'

/**
 * Bodies of requests about products as JSON text (not-shown.md, "products": a template that a connection can change). `"{{name}}"` by
 * itself becomes the value of any type; within a longer text or as a field's name it becomes the value's text.
 */
export const defaultCreateProductTemplate = `{
  "name": "{{name}}",
  "attributes": "{{attributes}}"
}`
export const defaultUpdateProductTemplate = `{
  "attributes": "{{attributes}}"
}`

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
type Values = Readonly<Record<string, Json>>

/** Source ids, or a text. */
export type AttributeValue = readonly string[] | string

/**
 * `attributes`: what each attribute is set to, as an object. `attribute` and `sourceIds`: the attribute being set, and its
 * whole list, or its text.
 */
export type CreateProductValues = { readonly name: string; readonly attributes: Readonly<Record<string, readonly string[]>> }
export type UpdateProductValues = {
  readonly productId: string
  readonly attributes: Readonly<Record<string, AttributeValue>>
  readonly attribute: string
  readonly sourceIds: AttributeValue
}

export const templateNames = ['createProduct', 'updateProduct', 'command'] as const
export type TemplateName = (typeof templateNames)[number]

type Rule = {
  readonly default: string
  readonly placeholders: readonly string[]
  /** The template must contain one of these sets completely, or the body could not express the request. */
  readonly needs: readonly (readonly string[])[]
  /** Example values for the preview. */
  readonly example: Values
}

const exampleLists = { images: ['src_1a2b', 'src_3c4d'] }

export const templateRules: Readonly<Record<TemplateName, Rule>> = {
  createProduct: {
    default: defaultCreateProductTemplate,
    placeholders: ['name', 'attributes'],
    needs: [['name']],
    example: { name: 'Ceramic mug', attributes: {} },
  },
  updateProduct: {
    default: defaultUpdateProductTemplate,
    placeholders: ['attributes', 'attribute', 'sourceIds', 'productId'],
    needs: [['attributes'], ['attribute', 'sourceIds']],
    example: { productId: 'prd_12', attributes: exampleLists, attribute: 'images', sourceIds: exampleLists.images },
  },
  command: {
    default: defaultCommandTemplate,
    placeholders: commandPlaceholders,
    needs: [['answer', 'voice']],
    example: {
      command: 'Rewrite this text.',
      answer: 'A white mug on a table.',
      voice: 'ton_1a2b',
      question: 'Alt text?',
      instruction: null,
    },
  },
}

const jsonObject = z.record(z.string(), z.json())

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** The rule by which a text can't be the body's template; `null`: it can. */
export const templateProblem = (name: TemplateName, text: string): FieldRule | null => {
  if (name === 'command') return commandTemplateProblem(text)
  if (text.length > 10_000) return { kind: 'most-characters', most: 10_000 }
  const { placeholders, needs } = templateRules[name]
  const template = jsonObject.safeParse(parse(text))
  if (!template.success) return { kind: 'json-object' }
  const used = new Set(findPlaceholders(JSON.stringify(template.data)))
  const unknown = [...used].find((one) => !placeholders.includes(one))
  if (unknown !== undefined) return { kind: 'placeholder-unknown', name: unknown, known: placeholders }
  if (needs.some((set) => set.every((one) => used.has(one)))) return null
  return { kind: 'placeholder-missing', sets: needs }
}

const asText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

// In one pass, so that a “{{name}}” inside a value stays as it is.
const fillText = (text: string, values: Values): string =>
  fillPlaceholders(text, (name) => (name in values ? asText(values[name] ?? '') : undefined))

const fill = (value: Json, values: Values): Json => {
  if (typeof value === 'string') {
    const alone = /^\s*\{\{\s*([\w-]+)\s*\}\}\s*$/.exec(value)?.[1]
    return alone !== undefined && alone in values ? (values[alone] ?? null) : fillText(value, values)
  }
  if (Array.isArray(value)) return value.map((one: Json) => fill(one, values))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [fillText(key, values), fill(one, values)]))
}

/** The body of a request: a template that `templateProblem` accepts, with its values. */
export const fillTemplate: {
  (name: 'createProduct', text: string, values: CreateProductValues): unknown
  (name: 'updateProduct', text: string, values: UpdateProductValues): unknown
} = (_name: TemplateName, text: string, values: Values): unknown => fill(jsonObject.parse(parse(text)), values)

/** The body that a template would make of example values; `null` while it can't be used. */
export const previewTemplate = (name: TemplateName, text: string): unknown => {
  if (templateProblem(name, text) !== null) return null
  const { example } = templateRules[name]
  if (name !== 'command') return fill(jsonObject.parse(parse(text)), example)
  const read = (key: string): string | null => (typeof example[key] === 'string' ? example[key] : null)
  const [command, answer, voice, question, instruction] = commandPlaceholders.map(read) as [string, string, string, string, null]
  return fillCommandTemplate(text, { command, answer, voice, question, instruction })
}
