import { expect, it } from 'vitest'
import { proposeAttributes } from '../../../shared/products/propose-attributes.ts'

/** Of a question without a set, whose column is the question itself. */
const propose = (question: string, known: readonly string[] = []) => proposeAttributes([{ question, column: question }], known)[0]

it('names an attribute after what a question asks for, never after the whole question', () => {
  expect(propose('Write alt text for this picture.')).toBe('Alt text')
  expect(propose('What does the label say?')).toBe('Label')
  expect(propose('What color is it?')).toBe('Color')
  expect(propose('Describe this picture.')).toBe('Description')
  expect(propose('Write alt text in German with at most 125 characters, without “picture of”.')).toBe('Alt text')
  // A person names it.
  expect(propose('How many buttons does the shirt on the left have?')).toBe('')
})

it('takes the name that a person gave the column, and not the first words of the question', () => {
  expect(proposeAttributes([{ question: 'Write alt text for this picture.', column: 'Alternativtext' }])).toEqual(['Alternativtext'])
  expect(proposeAttributes([{ question: 'Write alt text for this picture.', column: 'Write alt text for this' }])).toEqual(['Alt text'])
})

it('writes it as the workspace and the list do', () => {
  expect(propose('Write alt text for this picture.', ['Images', 'alt_text'])).toBe('alt_text')
  expect(propose('Write alt text for this picture.', ['Image alt'])).toBe('Image alt')
  expect(propose('What color is it?', ['COLOR', 'Size'])).toBe('COLOR')
})

it('proposes no attribute for two questions', () => {
  const questions = ['What color is it?', 'Is it the color?'].map((question) => ({ question, column: question }))
  expect(proposeAttributes(questions)).toEqual(['Color', ''])
})
