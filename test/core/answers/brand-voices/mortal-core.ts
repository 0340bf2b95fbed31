import { DatabaseSync, StatementSync } from 'node:sqlite'
import { openTestCore } from '../../../support/open-test-core.ts'

// Works through a data folder's queue, and dies as if by kill -9 while the transaction that stores a written text is still open.
// Arguments: data folder, base URL, API key.
const [dataFolder = '', baseUrl = '', apiKey = ''] = process.argv.slice(2)

const sql = new WeakMap<object, unknown>()
const { prepare } = DatabaseSync.prototype
const { run } = StatementSync.prototype
Object.assign(DatabaseSync.prototype, {
  prepare(this: DatabaseSync, ...args: unknown[]) {
    const statement = Reflect.apply(prepare, this, args)
    sql.set(statement, args[0])
    return statement
  },
})
Object.assign(StatementSync.prototype, {
  run(this: StatementSync, ...args: unknown[]) {
    const result: unknown = Reflect.apply(run, this, args)
    if (String(sql.get(this)).includes('INSERT INTO written_texts')) process.kill(process.pid, 'SIGKILL')
    return result
  },
})

const { core, client } = await openTestCore(dataFolder)
await client.session.connect({ kind: 'api-key', baseUrl, apiKey, rates: { 'write-text': null }, isUntried: true })
await core.start()
