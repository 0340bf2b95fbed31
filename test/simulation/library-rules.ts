import type { ViolationKind } from './oracle.ts'

/** What no library may have between two events. `sql`: rows that break it, each with a text `it`. */
type LibraryRule = { readonly kind: ViolationKind; readonly says: string; readonly sql: string }

const isOpen = "jobs.state IN ('waiting', 'running', 'parked')"
const isShelved = "(jobs.state = 'cancelled' AND jobs.status ->> '$.isShelved' = 1)"
const named = "jobs.operation || ' ' || jobs.id || ' ' || jobs.state AS it"
/** With a removed product, by whose row it comes back. */
const isRemovedWith = `EXISTS (SELECT 1 FROM removed_products JOIN json_each(removed_products.value, '$.shelved') AS one
        ON one.value = jobs.id WHERE removed_products.value ->> '$.record.ref' = jobs.work ->> '$.productRef')`
const ofProducts = "jobs.operation IN ('attach-sources', 'create-product', 'set-text')"
/** Pictures that became versions of others. */
const lead = ['answers.image_id', 'sheet_before.image_id', 'cell_history.image_id', 'asks_due.image_id', 'watched_files.image_id']

/** `name`: of the Packshot, with which its questions begin. */
export const libraryRules = (name: string): readonly LibraryRule[] => [
  {
    kind: 'wrong-workspace',
    says: 'work for a product of another workspace',
    sql: `SELECT ${named} FROM jobs JOIN products ON ref = jobs.work ->> '$.productRef'
      WHERE ${isOpen} AND products.connection_id IS NOT jobs.connection_id`,
  },
  {
    kind: 'names-what-is-gone',
    says: 'work for a record of a product that is gone',
    sql: `SELECT ${named} FROM jobs WHERE ${ofProducts} AND (${isOpen} OR ${isShelved} AND NOT ${isRemovedWith})
      AND NOT EXISTS (SELECT 1 FROM products WHERE ref = jobs.work ->> '$.productRef')`,
  },
  {
    kind: 'names-what-is-gone',
    says: 'work about a picture that is removed',
    sql: `SELECT ${named} FROM jobs WHERE jobs.operation IN ('upload-source', 'analyse-image') AND jobs.state IN ('waiting', 'parked')
      AND NOT EXISTS (SELECT 1 FROM images WHERE id = jobs.work ->> '$.imageId' AND removed_at IS NULL)`,
  },
  {
    kind: 'names-what-is-gone',
    says: 'an attachment of a picture that became a version of another',
    sql: `SELECT ${named} FROM jobs JOIN attach_pictures ON job_id = jobs.id JOIN images ON images.id = image_id
      WHERE (${isOpen} OR ${isShelved}) AND version = 0 AND removed_at <> 0`,
  },
  {
    kind: 'names-what-is-gone',
    says: 'an attachment of which no picture is left',
    sql: `SELECT ${named} FROM jobs WHERE jobs.operation = 'attach-sources' AND jobs.state IN ('waiting', 'parked') AND jobs.work ->> '$.replaces' IS NULL
      AND NOT EXISTS (SELECT 1 FROM attach_pictures JOIN images ON images.id = image_id WHERE job_id = jobs.id AND removed_at IS NULL)`,
  },
  {
    kind: 'names-what-is-gone',
    says: 'a product of a plan whose record is gone',
    sql: `SELECT plan || ' ' || position AS it FROM plan_products
      WHERE product_ref IS NOT NULL AND NOT EXISTS (SELECT 1 FROM products WHERE ref = product_ref)
        AND (todo = 1 OR NOT EXISTS (SELECT 1 FROM removed_products WHERE value ->> '$.record.ref' = product_ref))`,
  },
  ...lead.map((column): LibraryRule => {
    const [table] = column.split('.')
    return {
      kind: 'names-what-is-gone',
      says: `a row of ${table} about a picture that became a version of another`,
      sql: `SELECT images.id AS it FROM ${table} JOIN images ON images.id = image_id WHERE version = 0 AND removed_at <> 0`,
    }
  }),
  {
    kind: 'unnamed-wait',
    says: 'work that waits for nothing',
    sql: `SELECT ${named} FROM jobs WHERE jobs.state = 'waiting' AND jobs.blocked_by > 0
      AND NOT EXISTS (SELECT 1 FROM job_dependencies JOIN jobs AS other ON other.id = depends_on
        WHERE job_id = jobs.id AND other.state IN ('waiting', 'running', 'parked'))`,
  },
  {
    kind: 'asked-twice',
    says: 'a question that is asked twice',
    sql: `SELECT subject || ' ' || group_concat(state) AS it FROM jobs
      WHERE operation = 'analyse-image' AND state IN ('waiting', 'running', 'parked', 'done') AND work ->> '$.question' LIKE '${name} asks%'
      GROUP BY connection_id, subject HAVING count(*) > 1 AND total(state <> 'done') > 0`,
  },
  {
    kind: 'same-place',
    says: 'two pictures in one place',
    sql: `SELECT product_key || ' ' || place AS it FROM matches JOIN images ON images.id = image_id
      WHERE state = 'matched' AND removed_at IS NULL GROUP BY connection_id, product_key, place HAVING count(*) > 1`,
  },
  {
    kind: 'wrong-workspace',
    says: 'several workspaces in use',
    sql: 'SELECT group_concat(id) AS it FROM connections WHERE active = 1 HAVING count(*) > 1',
  },
]
