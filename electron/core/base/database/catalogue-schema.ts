/**
 * The product list of a person (products/catalogue/README.md). `catalogue_lists`: one row an import; `connection_id` `''`: of no connection yet. Its
 * entries count once it is `current`; the others of that connection are `over` and removed in pieces, like one that stays `writing`. `product_is`:
 * what a product of the workspace is. `parents`, `variants`: how many entries of these kinds it has.
 * `catalogue_entries.import`: negative for an entry that is no product of the workspace, as `product_is` says. `kind`: shared/products/variants.ts.
 * `parent`: the `seq` of a variant’s product. `options`: of a variant, JSON, pairs of name and value.
 * `sku_key`: the SKU as it is compared. `searched`: folded text of all columns. `missing_since`: the newest list lacks it.
 * `catalogue_said`: rows that were refused, or came in with something to say about. `catalogue_columns`: what a person chose for lists
 * with these headers.
 * `catalogue_entries.origins`: JSON, where values are from that this list does not have (ValueOrigin of shared/products/catalogue.ts): by role; `*`: all others.
 */
export const catalogue = `
  CREATE TABLE catalogue_lists (
    import INTEGER PRIMARY KEY AUTOINCREMENT, connection_id TEXT NOT NULL, state TEXT NOT NULL CHECK (state IN ('writing', 'current', 'over')),
    name TEXT NOT NULL, imported_at INTEGER NOT NULL, products INTEGER NOT NULL DEFAULT 0, missing INTEGER NOT NULL DEFAULT 0,
    refused INTEGER NOT NULL DEFAULT 0, noted INTEGER NOT NULL DEFAULT 0, product_is TEXT NOT NULL DEFAULT 'product',
    shared_pictures TEXT NOT NULL DEFAULT 'each', parents INTEGER NOT NULL DEFAULT 0, variants INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE UNIQUE INDEX catalogue_lists_current ON catalogue_lists (connection_id) WHERE state = 'current';
  CREATE TABLE catalogue_entries (
    seq INTEGER PRIMARY KEY, import INTEGER NOT NULL, product_id TEXT, sku TEXT, sku_key TEXT, gtin TEXT, name TEXT, handle TEXT,
    shows TEXT, shows_at INTEGER, further TEXT NOT NULL, searched TEXT NOT NULL, missing_since INTEGER,
    kind TEXT NOT NULL DEFAULT 'single', parent INTEGER, options TEXT, origins TEXT
  ) STRICT;
  CREATE INDEX catalogue_entries_found ON catalogue_entries (import, seq, searched);
  CREATE INDEX catalogue_entries_by_id ON catalogue_entries (import, product_id) WHERE product_id IS NOT NULL;
  CREATE INDEX catalogue_entries_by_sku ON catalogue_entries (import, sku_key, product_id) WHERE sku_key IS NOT NULL;
  CREATE INDEX catalogue_entries_by_gtin ON catalogue_entries (import, gtin, sku_key, product_id) WHERE gtin IS NOT NULL;
  CREATE INDEX catalogue_entries_by_handle ON catalogue_entries (import, handle, sku_key, gtin, product_id) WHERE handle IS NOT NULL;
  CREATE INDEX catalogue_entries_by_name ON catalogue_entries (import, name)
    WHERE name IS NOT NULL AND product_id IS NULL AND sku_key IS NULL AND gtin IS NULL AND handle IS NULL;
  CREATE INDEX catalogue_entries_of_parent ON catalogue_entries (parent, seq) WHERE parent IS NOT NULL;
  CREATE INDEX catalogue_entries_missing ON catalogue_entries (import, seq) WHERE missing_since IS NOT NULL;
  CREATE TABLE catalogue_said (
    seq INTEGER PRIMARY KEY, import INTEGER NOT NULL, row INTEGER NOT NULL, is_in INTEGER NOT NULL, about TEXT NOT NULL
  ) STRICT;
  CREATE INDEX catalogue_said_of ON catalogue_said (import, seq);
  CREATE TABLE catalogue_columns (headers TEXT PRIMARY KEY, columns TEXT NOT NULL, used_at INTEGER NOT NULL, product_is TEXT,
    shared_pictures TEXT) STRICT, WITHOUT ROWID;
`
