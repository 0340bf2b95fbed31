import { type DatabaseSync, StatementSync } from 'node:sqlite'
import { openTestCore } from '../../support/open-test-core.ts'

// Works a data folder's queue, and dies as by kill -9 when a written text is in the transaction that is not committed yet.
// Arguments: data folder, base URL, API key.
const [dataFolder = '', baseUrl = '', apiKey = ''] = process.argv.slice(2)

const sql = new WeakMap<StatementSync, string>()
const { DatabaseSync: Database } = process.getBuiltinModule('node:sqlite')
const { prepare } = Database.prototype
Database.prototype.prepare = function (this: DatabaseSync, ...args: Parameters<typeof prepare>) {
  const statement = prepare.apply(this, args)
  sql.set(statement, args[0])
  return statement
}
const { run } = StatementSync.prototype
StatementSync.prototype.run = function (this: StatementSync, ...args: Parameters<typeof run>) {
  const result = run.apply(this, args)
  if (sql.get(this)?.includes('INSERT INTO written_texts')) process.kill(process.pid, 'SIGKILL')
  return result
}

const { core, client } = await openTestCore(dataFolder)
await client.session.connect({ kind: 'api-key', baseUrl, apiKey, rates: { 'write-text': null }, isUntried: true })
await core.start()
