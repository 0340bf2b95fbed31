/** Lists with more characters, about 500 ids, are followed in pieces (products/ledger/show-lists.ts), and so are those that are not followed yet. */
const mostAtOnce = 20_000
const isLate = (list: 'OLD' | 'NEW'): string =>
  `(length(${list}.source_ids) > ${mostAtOnce} OR EXISTS (SELECT 1 FROM lists_to_show WHERE product_ref = ${list}.product_ref AND attribute = ${list}.attribute))`

/** A list mostly grows at its end: it begins with what it was, and only the rest is looked at. */
const hasGrown = `(substr(NEW.source_ids, 1, length(OLD.source_ids)) = substr(OLD.source_ids, 1, length(OLD.source_ids) - 1) || ',')`
const grownBy = `('[' || substr(NEW.source_ids, length(OLD.source_ids) + 1))`

/**
 * How `attached_sources` follows the ledger's lists. `lists_to_show`: long lists that it doesn't follow yet; `changes`: grows with each change of one.
 */
export const listTables = `
  CREATE TABLE lists_to_show (
    product_ref TEXT NOT NULL, attribute TEXT NOT NULL COLLATE NOCASE, changes INTEGER NOT NULL, PRIMARY KEY (product_ref, attribute)
  ) STRICT, WITHOUT ROWID;
`

export const listTriggers = `
  CREATE VIEW list_to_show AS SELECT '' AS product_ref, '' AS attribute;
  CREATE TRIGGER note_list_to_show INSTEAD OF INSERT ON list_to_show BEGIN
    UPDATE lists_to_show SET changes = changes + 1 WHERE product_ref = NEW.product_ref AND attribute = NEW.attribute;
    INSERT INTO lists_to_show SELECT NEW.product_ref, NEW.attribute, 1
    WHERE NOT EXISTS (SELECT 1 FROM lists_to_show WHERE product_ref = NEW.product_ref AND attribute = NEW.attribute);
  END;
  CREATE TRIGGER show_added_list AFTER INSERT ON attribute_lists WHEN NOT ${isLate('NEW')} BEGIN
    INSERT OR IGNORE INTO attached_sources (source_id, product_ref, attribute)
    SELECT value, NEW.product_ref, NEW.attribute FROM json_each(NEW.source_ids);
    INSERT INTO attached_change VALUES (NEW.product_ref, NEW.attribute, NEW.source_ids, '[]');
  END;
  CREATE TRIGGER note_added_list AFTER INSERT ON attribute_lists WHEN ${isLate('NEW')} BEGIN
    INSERT INTO list_to_show VALUES (NEW.product_ref, NEW.attribute);
  END;
  CREATE TRIGGER show_grown_list AFTER UPDATE OF source_ids ON attribute_lists
  WHEN OLD.source_ids <> NEW.source_ids AND ${hasGrown} AND NOT (${isLate('OLD')} OR ${isLate('NEW')}) BEGIN
    INSERT INTO attached_sources (source_id, product_ref, attribute)
    SELECT DISTINCT value, NEW.product_ref, NEW.attribute FROM json_each(${grownBy}) WHERE NOT EXISTS (
      SELECT 1 FROM attached_sources WHERE source_id = value AND product_ref = NEW.product_ref AND attribute = NEW.attribute
    );
    INSERT INTO attached_change VALUES (NEW.product_ref, NEW.attribute, ${grownBy}, '[]');
  END;
  CREATE TRIGGER show_changed_list AFTER UPDATE OF source_ids ON attribute_lists
  WHEN OLD.source_ids <> NEW.source_ids AND NOT ${hasGrown} AND NOT (${isLate('OLD')} OR ${isLate('NEW')}) BEGIN
    DELETE FROM attached_sources
    WHERE product_ref = NEW.product_ref AND attribute = NEW.attribute AND source_id NOT IN (SELECT value FROM json_each(NEW.source_ids));
    INSERT INTO attached_sources (source_id, product_ref, attribute)
    SELECT DISTINCT value, NEW.product_ref, NEW.attribute FROM json_each(NEW.source_ids)
    WHERE value NOT IN (SELECT value FROM json_each(OLD.source_ids));
    INSERT INTO attached_change VALUES (
      NEW.product_ref, NEW.attribute,
      (SELECT json_group_array(value) FROM json_each(NEW.source_ids) WHERE value NOT IN (SELECT value FROM json_each(OLD.source_ids))),
      (SELECT json_group_array(value) FROM json_each(OLD.source_ids) WHERE value NOT IN (SELECT value FROM json_each(NEW.source_ids)))
    );
  END;
  CREATE TRIGGER note_changed_list AFTER UPDATE OF source_ids ON attribute_lists
  WHEN OLD.source_ids <> NEW.source_ids AND (${isLate('OLD')} OR ${isLate('NEW')}) BEGIN
    INSERT INTO list_to_show VALUES (NEW.product_ref, NEW.attribute);
  END;
  CREATE TRIGGER show_added_first AFTER INSERT ON attribute_lists WHEN NEW.first_source IS NOT NULL BEGIN
    UPDATE picture_work SET attached = attached | 2 WHERE (connection_id, seq) IN (
      SELECT sources.connection_id, images.seq FROM products
      CROSS JOIN sources ON sources.connection_id = products.connection_id AND sources.source_id = NEW.first_source AND sources.gone = 0
      CROSS JOIN images ON images.id = sources.image_id WHERE products.ref = NEW.product_ref
    );
  END;
  CREATE TRIGGER show_changed_first AFTER UPDATE OF first_source, origin ON attribute_lists
  WHEN OLD.first_source IS NOT NEW.first_source OR (OLD.origin IS NULL) <> (NEW.origin IS NULL) BEGIN
    INSERT INTO first_change VALUES (NEW.product_ref, OLD.first_source, NEW.first_source);
  END;
  -- Lists that were stated before a workspace was connected. A product leaves a workspace only if that has no sources.
  CREATE TRIGGER show_adopted_product AFTER UPDATE OF connection_id ON products WHEN OLD.connection_id IS NULL AND NEW.connection_id IS NOT NULL BEGIN
    INSERT INTO first_change SELECT product_ref, first_source, NULL FROM attribute_lists WHERE product_ref = NEW.ref;
    INSERT INTO list_to_show SELECT product_ref, attribute FROM attribute_lists WHERE product_ref = NEW.ref;
  END;
`
