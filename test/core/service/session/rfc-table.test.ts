import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const at = (path: string): string => fileURLToPath(new URL(`../../../../${path}`, import.meta.url))
const section = readFileSync(at('electron/core/service/session/README.md'), 'utf8').split('## OAuth rules')[1]?.split('\n## ')[0] ?? ''
const rows = section
  .split('\n')
  .filter((line) => /^\| \d{4}/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))

const inFolder = (name: string, folder: string): string => (name.includes('/') ? name : `${folder}/${name}`)

test('the table of OAuth rules covers its five RFCs, and every file and test that it names exists', () => {
  for (const rfc of ['7636', '8252', '8414', '9207', '9700'])
    expect(rows.filter((row) => row[1]?.startsWith(rfc)).length, rfc).toBeGreaterThan(1)
  for (const [, rfc = '', rule = '', kept = '', shown = ''] of rows) {
    const files = [...kept.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '')
    expect(files.length, `${rfc}: ${rule}`).toBeGreaterThan(0)
    for (const file of files) expect(existsSync(at(inFolder(file, 'electron/core/service/session'))), file).toBe(true)
    const [, file = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(shown) ?? []
    const path = at(inFolder(file, 'test/core/service/session'))
    expect(existsSync(path), `${rfc}: ${shown}`).toBe(true)
    expect(readFileSync(path, 'utf8').includes(`'${title}'`), `${file}: ${title}`).toBe(true)
  }
})
