import { expect, it } from 'vitest'
import { formatImages, formatList, formatNamedTable } from '../../../shared/exchange/copied-texts.ts'

const texts = [
  { name: 'front view.jpg', text: 'A "red" mug\n& a spoon' },
  { name: '=b.jpg', text: '<script>' },
]

it('copies texts as lines, as a table without formulas, and as images whose alt text can’t end early', () => {
  expect(formatList(texts)).toBe('A "red" mug & a spoon\n<script>')
  expect(formatNamedTable(texts)).toBe('front view.jpg\tA "red" mug & a spoon\n\'=b.jpg\t<script>')
  expect(formatImages(texts)).toBe(
    '<img src="front%20view.jpg" alt="A &quot;red&quot; mug &amp; a spoon">\n<img src="=b.jpg" alt="&lt;script&gt;">',
  )
})
