import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const behaviours = z
  .array(z.strictObject({ behaviour: z.string(), files: z.array(z.string()).min(1).max(3) }))
  .parse(JSON.parse(readFileSync(new URL('twenty-behaviours.json', import.meta.url), 'utf8')))

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[a-z]+/g) ?? []

describe('the twenty behaviours that a newcomer looks for', () => {
  it('are twenty, each in files of its own', () => {
    const files = behaviours.flatMap((one) => one.files)
    expect(behaviours).toHaveLength(20)
    expect(new Set(files).size).toBe(files.length)
  })

  it.each(behaviours)('names files that are there, and that the words don’t give away: $behaviour', ({ behaviour, files }) => {
    const said = wordsOf(behaviour)
    for (const file of files) {
      expect(existsSync(new URL(`../../${file}`, import.meta.url)), file).toBe(true)
      expect(said, file).not.toEqual(expect.arrayContaining([...wordsOf(basename(file, '.ts'))]))
    }
  })
})
