import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatHtmlTable, formatTable, parseTable } from '../../../../renderer/answers/sheet/table-text.ts'

describe('reading what a spreadsheet puts on the clipboard', () => {
  it('reads Excel’s rows, whose cells may hold line breaks, tabs and quotes inside quotes', () => {
    const copied = 'Red shirt\t"Two\nlines"\r\n"with ""quotes"" and\ta tab"\tplain\r\n'
    expect(parseTable(copied)).toEqual([
      ['Red shirt', 'Two\nlines'],
      ['with "quotes" and\ta tab', 'plain'],
    ])
  })

  it('reads those of Google Sheets, which end without a line break', () => {
    expect(parseTable('a\t"b\nc"\nd\t')).toEqual([
      ['a', 'b\nc'],
      ['d', ''],
    ])
  })

  it('keeps quotes that are part of a text', () => {
    expect(parseTable('5" wide\tso "called"')).toEqual([['5" wide', 'so "called"']])
    expect(parseTable('"Hello" she said\tb\nc')).toEqual([['"Hello" she said', 'b'], ['c']])
    expect(parseTable('"never closed\tb\n"c"\td')).toEqual([
      ['"never closed', 'b'],
      ['"c"', 'd'],
    ])
  })

  it('keeps empty cells and rows inside a table, and adds no row at its end', () => {
    expect(parseTable('a\n\nb\n')).toEqual([['a'], [''], ['b']])
    expect(parseTable('')).toEqual([['']])
    expect(parseTable('\t')).toEqual([['', '']])
  })

  it('takes linear time for quotes that are never closed', () => {
    const rows = parseTable(`${'"a\n'.repeat(200_000)}`)
    expect(rows.length).toBeGreaterThan(0)
    expect(parseTable('"x" '.repeat(200_000))).toHaveLength(1)
  })
})

describe('copying', () => {
  it('gives back exactly what was copied, whatever the cells hold', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', "'", '\t', '\n', '=', '-', ' ', 'ש') })
    const table = fc
      .integer({ min: 1, max: 4 })
      .chain((columns) => fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 2, maxLength: 4 }))
    fc.assert(
      fc.property(table, (rows) => {
        expect(parseTable(formatTable(rows))).toEqual(rows)
      }),
    )
  })

  it('copies one cell as its text, so that it can be pasted anywhere', () => {
    expect(formatTable([['Two\nlines']])).toBe('Two\nlines')
  })

  it('puts an apostrophe before what a spreadsheet would run as a formula', () => {
    expect(formatTable([['=1+1', 'b']])).toBe("'=1+1\tb\r\n")
    expect(formatHtmlTable([['=1+1', 'a <b>\nc']])).toBe("<table><tr><td>'=1+1</td><td>a &lt;b&gt;<br>c</td></tr></table>")
  })
})
