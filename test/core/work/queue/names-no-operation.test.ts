import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { operationName } from '../../../../shared/operations.ts'

const folder = new URL('../../../../electron/core/work/queue/', import.meta.url)

it('the queue names no operation, so that adding one changes nothing in it', () => {
  const files = readdirSync(fileURLToPath(folder)).filter((name) => name.endsWith('.ts'))
  expect(files).toContain('scheduler.ts')
  const named = files.flatMap((file) => {
    const text = readFileSync(new URL(file, folder), 'utf8')
    return operationName.options.filter((name) => text.includes(name)).map((name) => `${file}: ${name}`)
  })
  expect(named).toEqual([])
})
