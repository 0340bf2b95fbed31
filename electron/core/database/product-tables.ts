/**
 * Products and the facts about their lists. `facts` is a log: rows are only added (electron/core/products/README.md). `about`: a product's
 * reference, `connection:` + a connection's id, or `*` for all; `attribute`: NULL for all lists of these. `attribute_lists` is what they
 * come to, list by list, up to `through`; `ledger_clock` the last sequence number and the highest time ever seen
 * (`wall`, added later: what the clock showed then).
 */
export const productTables = `
  CREATE TABLE products (
    ref TEXT PRIMARY KEY, connection_id TEXT, product_id TEXT, name TEXT, created_by_us INTEGER NOT NULL, added_at INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX products_by_id ON products (product_id, ifnull(connection_id, '')) WHERE product_id IS NOT NULL;
  CREATE TABLE facts (
    seq INTEGER PRIMARY KEY, about TEXT NOT NULL, attribute TEXT COLLATE NOCASE, kind TEXT NOT NULL, fact TEXT NOT NULL,
    wall INTEGER NOT NULL, highest INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX facts_about ON facts (about, attribute, seq);
  CREATE TABLE attribute_lists (
    product_ref TEXT NOT NULL, attribute TEXT NOT NULL COLLATE NOCASE, source_ids TEXT NOT NULL, origin TEXT, state TEXT NOT NULL,
    through INTEGER NOT NULL, PRIMARY KEY (product_ref, attribute)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE ledger_clock (only INTEGER PRIMARY KEY CHECK (only = 1), seq INTEGER NOT NULL, highest INTEGER NOT NULL) STRICT;
  INSERT INTO ledger_clock VALUES (1, 0, 0);
`
