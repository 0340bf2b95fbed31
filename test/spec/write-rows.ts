import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { extractRows } from './extract-rows.ts'

/** Updates `rows.json` from the specification, keeping the names. A new row gets an empty name, to be filled in by hand. */
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const spec = process.argv[2] ?? at('../../../shared/spec/service-interface.md')
const rowsFile = at('rows.json')

const kept = existsSync(rowsFile) ? (JSON.parse(readFileSync(rowsFile, 'utf8')) as { id: string; name: string }[]) : []
const names = new Map(kept.map(({ id, name }) => [id, name]))
const rows = extractRows(readFileSync(spec, 'utf8')).map(({ id, hash }) => ({ id, name: names.get(id) ?? '', hash }))
writeFileSync(
  rowsFile,
  `[\n${rows.map((row) => `  ${JSON.stringify(row).replaceAll('":"', '": "').replaceAll('","', '", "').replace(/^\{/, '{ ').replace(/\}$/, ' }')}`).join(',\n')}\n]\n`,
)
process.stdout.write(`${rows.length} rows, ${rows.filter(({ name }) => name === '').length} without a name.\n`)
