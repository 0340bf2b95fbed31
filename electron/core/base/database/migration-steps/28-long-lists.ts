/** The sources of a long list follow it in pieces. */
export const to28 = `
  DROP TRIGGER show_added_list;
  DROP TRIGGER show_changed_list;
  CREATE TABLE lists_to_show (
    product_ref TEXT NOT NULL, attribute TEXT NOT NULL COLLATE NOCASE, changes INTEGER NOT NULL, PRIMARY KEY (product_ref, attribute)
  ) STRICT, WITHOUT ROWID;
  CREATE VIEW list_to_show AS SELECT '' AS product_ref, '' AS attribute;
  CREATE TRIGGER note_list_to_show INSTEAD OF INSERT ON list_to_show BEGIN
    UPDATE lists_to_show SET changes = changes + 1 WHERE product_ref = NEW.product_ref AND attribute = NEW.attribute;
    INSERT INTO lists_to_show SELECT NEW.product_ref, NEW.attribute, 1
    WHERE NOT EXISTS (SELECT 1 FROM lists_to_show WHERE product_ref = NEW.product_ref AND attribute = NEW.attribute);
  END;
  CREATE TRIGGER show_added_list AFTER INSERT ON attribute_lists WHEN NOT (length(NEW.source_ids) > 20000 OR EXISTS (SELECT 1 FROM lists_to_show WHERE product_ref = NEW.product_ref AND attribute = NEW.attribute)) BEGIN
    INSERT OR IGNORE INTO attached_sources (source_id, product_ref, attribute)
    SELECT value, NEW.product_ref, NEW.attribute FROM json_each(NEW.source_ids);
    INSERT INTO attached_change VALUES (NEW.product_ref, NEW.source_ids, '[]');
  END;
  CREATE TRIGGER note_added_list AFTER INSERT ON attribute_lists WHEN (length(NEW.source_ids) > 20000 OR EXISTS (SELECT 1 FROM lists_to_show WHERE product_ref = NEW.product_ref AND attribute = NEW.attribute)) BEGIN
    INSERT INTO list_to_show VALUES (NEW.product_ref, NEW.attribute);
  END;
  -- Only what differs: a list often grows by one.
  CREATE TRIGGER show_changed_list AFTER UPDATE OF source_ids ON attribute_lists
  WHEN OLD.source_ids <> NEW.source_ids AND NOT ((length(OLD.source_ids) > 20000 OR EXISTS (SELECT 1 FROM lists_to_show WHERE product_ref = OLD.product_ref AND attribute = OLD.attribute)) OR (length(NEW.source_ids) > 20000 OR EXISTS (SELECT 1 FROM lists_to_show WHERE product_ref = NEW.product_ref AND attribute = NEW.attribute))) BEGIN
    DELETE FROM attached_sources
    WHERE product_ref = NEW.product_ref AND attribute = NEW.attribute AND source_id NOT IN (SELECT value FROM json_each(NEW.source_ids));
    INSERT INTO attached_sources (source_id, product_ref, attribute)
    SELECT DISTINCT value, NEW.product_ref, NEW.attribute FROM json_each(NEW.source_ids)
    WHERE value NOT IN (SELECT value FROM json_each(OLD.source_ids));
    INSERT INTO attached_change VALUES (
      NEW.product_ref,
      (SELECT json_group_array(value) FROM json_each(NEW.source_ids) WHERE value NOT IN (SELECT value FROM json_each(OLD.source_ids))),
      (SELECT json_group_array(value) FROM json_each(OLD.source_ids) WHERE value NOT IN (SELECT value FROM json_each(NEW.source_ids)))
    );
  END;
  CREATE TRIGGER note_changed_list AFTER UPDATE OF source_ids ON attribute_lists
  WHEN OLD.source_ids <> NEW.source_ids AND ((length(OLD.source_ids) > 20000 OR EXISTS (SELECT 1 FROM lists_to_show WHERE product_ref = OLD.product_ref AND attribute = OLD.attribute)) OR (length(NEW.source_ids) > 20000 OR EXISTS (SELECT 1 FROM lists_to_show WHERE product_ref = NEW.product_ref AND attribute = NEW.attribute))) BEGIN
    INSERT INTO list_to_show VALUES (NEW.product_ref, NEW.attribute);
  END;
  `
