import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { readSuggestedQuestions } from '../../../../shared/answers/suggested-questions.ts'
import { fieldRuleWords } from '../../../../shared/base/field-rules-words.ts'
import { missingScope } from '../../../../shared/service/scopes.ts'
import {
  defaultCreateProductTemplate,
  defaultUpdateProductTemplate,
  fillTemplate,
  previewTemplate,
  templateNames,
  templateProblem,
  templateRules,
} from '../../../../shared/workspaces/body-templates.ts'
import { readRate } from '../../../../shared/workspaces/connections-contract.ts'

describe('body templates', () => {
  it('produce the documented bodies by default', () => {
    expect(fillTemplate('createProduct', defaultCreateProductTemplate, { name: 'Mug', attributes: {} })).toEqual({
      name: 'Mug',
      attributes: {},
    })
    const values = { productId: 'p', attributes: { images: ['a', 'b'] }, attribute: 'images', sourceIds: ['a', 'b'] }
    expect(fillTemplate('updateProduct', defaultUpdateProductTemplate, values)).toEqual({ attributes: { images: ['a', 'b'] } })
  })

  const previews: Readonly<Record<(typeof templateNames)[number], unknown>> = {
    createProduct: { name: 'Ceramic mug', attributes: {} },
    updateProduct: { attributes: { images: ['src_1a2b', 'src_3c4d'] } },
    command: {
      inputs: { command: 'Rewrite this text.', context: 'A white mug on a table.', toneId: 'ton_1a2b' },
      options: { outputCount: 1 },
    },
  }
  test.each(templateNames)('the default of %s is valid and has a preview', (name) => {
    expect(templateProblem(name, templateRules[name].default)).toBeNull()
    expect(previewTemplate(name, templateRules[name].default)).toEqual(previews[name])
  })

  test.each([
    ['[]', 'must be a JSON object'],
    ['{"a": "{{attribute}}"}', 'has no “{{attributes}}”, nor “{{attribute}}” and “{{sourceIds}}”'],
    [
      '{"a": "{{attributes}}", "b": "{{nmae}}"}',
      'has “{{nmae}}”, which is not one of {{attributes}}, {{attribute}}, {{sourceIds}}, {{productId}}',
    ],
    [`{"a": "{{attributes}}${'x'.repeat(10_000)}"}`, 'must have at most 10,000 characters'],
  ])('%j is rejected with a clear message', (text, problem) => {
    const rule = templateProblem('updateProduct', text)
    expect(rule && fieldRuleWords(rule)).toBe(problem)
    expect(previewTemplate('updateProduct', text)).toBeNull()
  })

  it('any name is kept verbatim and can’t break the JSON', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        const body = fillTemplate('createProduct', '{"a": "{{name}}", "b": ["x {{ name }}"]}', { name, attributes: {} })
        expect(JSON.parse(JSON.stringify(body))).toEqual({ a: name, b: [`x ${name}`] })
      }),
    )
  })
})

test.each([
  [null, 'user', null],
  ['user', 'user', null],
  ['user:read user', 'user', null],
  ['user:read', 'user', 'user'],
  ['user:read', 'user:read', null],
  ['user:readonly', 'user:read', 'user'],
  ['', 'user:read', null],
] as const)('with the scope %j, what needs %s lacks %j', (granted, scope, missing) => {
  expect(missingScope(granted, scope)).toBe(missing)
})

test.each([
  ['', 'unstated'],
  [' None ', null],
  ['30', 30],
  ['0,5', 0.5],
  ['-3', undefined],
  ['many', undefined],
  ['1e3', undefined],
])('the rate %j is read as %j', (text, rate) => {
  expect(readRate(text)).toBe(rate)
})

describe('the questions in an answer of a workspace that can’t tell', () => {
  it('are the quoted ones, without the one that was asked, each once', () => {
    const text = 'Cannot tell: “Who made it?” is beyond it. It can answer, for example: “Alt text?”, "What size is it?", “alt text?”.'
    expect(readSuggestedQuestions(text, 'who made it?')).toEqual(['Alt text?', 'What size is it?'])
  })
  test.each(['Cannot tell.', '', 'Cannot tell: it says “Fresh milk”.', `Cannot tell “${'x'.repeat(200)}?”`])('%j names none', (text) => {
    expect(readSuggestedQuestions(text, 'Why?')).toEqual([])
  })
})
