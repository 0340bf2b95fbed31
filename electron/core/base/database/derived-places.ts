/** What follows from sources and from the ledger's lists: `attached_sources`, and where lists show a picture. derived-schema.ts has the tables. */

/** A source in a list (`attached`) is not its first one, or it may not be: a list without an origin may begin with others. */
const isNotFirst = `NOT EXISTS (
          SELECT 1 FROM attribute_lists AS list
          WHERE list.product_ref = attached.product_ref AND list.attribute = attached.attribute
            AND first_source = attached.source_id AND origin IS NOT NULL
        )`

/** The bits of a picture's places in the lists of a workspace's products. */
const placesOf = (imageId: string, connectionId: string): string => `2 * EXISTS (
        SELECT 1 FROM sources CROSS JOIN attribute_lists ON first_source = sources.source_id
        CROSS JOIN products ON products.ref = product_ref AND products.connection_id = sources.connection_id
        WHERE sources.connection_id = ${connectionId} AND sources.image_id = ${imageId} AND gone = 0
      ) + EXISTS (
        SELECT 1 FROM sources CROSS JOIN attached_sources AS attached ON attached.source_id = sources.source_id
        CROSS JOIN products ON products.ref = attached.product_ref AND products.connection_id = sources.connection_id
        WHERE sources.connection_id = ${connectionId} AND sources.image_id = ${imageId} AND gone = 0 AND ${isNotFirst}
      )`

/** A list mostly grows at its end: it begins with what it was, and only the rest is looked at. */
const hasGrown = `(substr(NEW.source_ids, 1, length(OLD.source_ids)) = substr(OLD.source_ids, 1, length(OLD.source_ids) - 1) || ',')`
const grownBy = `('[' || substr(NEW.source_ids, length(OLD.source_ids) + 1))`

/** Sources of one list that are not in the other. */
const without = (one: 'OLD' | 'NEW', other: 'OLD' | 'NEW'): string =>
  `FROM json_each(${one}.source_ids) WHERE value NOT IN (SELECT value FROM json_each(${other}.source_ids))`

export const placeTriggers = `
  CREATE VIEW picture_refresh AS SELECT '' AS image_id, '' AS connection_id;
  CREATE TRIGGER refresh_picture INSTEAD OF INSERT ON picture_refresh BEGIN
    INSERT INTO picture_work (connection_id, seq, parked, uploading, pending, questions, answers, uploaded, attached)
    SELECT ifnull(NEW.connection_id, ''), images.seq,
      ifnull(sum(work.state = 'parked'), 0),
      ifnull(sum(work.operation = 'upload-source' AND work.state = 'running'), 0),
      ifnull(sum(work.state IN ('waiting', 'running')), 0),
      ifnull(sum(work.operation = 'analyse-image' AND work.state <> 'cancelled'), 0),
      ifnull(sum(work.operation = 'analyse-image' AND work.state = 'done'), 0),
      EXISTS (
        SELECT 1 FROM sources
        WHERE connection_id = NEW.connection_id AND image_id = NEW.image_id AND sources.version = images.version AND gone = 0
      ),
      ${placesOf('NEW.image_id', 'NEW.connection_id')}
    FROM images LEFT JOIN (
      SELECT operation, state FROM jobs
      WHERE operation = 'upload-source' AND subject = NEW.image_id AND connection_id IS NEW.connection_id
      UNION ALL
      SELECT operation, state FROM jobs
      WHERE operation = 'analyse-image' AND subject > NEW.image_id || char(10) AND subject < NEW.image_id || char(11)
        AND connection_id IS NEW.connection_id
    ) AS work
    WHERE images.id = NEW.image_id
    GROUP BY images.seq
    ON CONFLICT (connection_id, seq) DO UPDATE SET
      parked = excluded.parked, uploading = excluded.uploading, pending = excluded.pending, questions = excluded.questions,
      answers = excluded.answers, uploaded = excluded.uploaded, attached = excluded.attached;
  END;

  CREATE TRIGGER show_source AFTER INSERT ON sources BEGIN
    UPDATE picture_work SET
      uploaded = max(uploaded, NEW.version = (SELECT version FROM images WHERE id = NEW.image_id)),
      attached = attached | (2 * EXISTS (
        SELECT 1 FROM attribute_lists CROSS JOIN products ON products.ref = product_ref AND products.connection_id = NEW.connection_id
        WHERE first_source = NEW.source_id
      ) + EXISTS (
        SELECT 1 FROM attached_sources AS attached
        CROSS JOIN products ON products.ref = attached.product_ref AND products.connection_id = NEW.connection_id
        WHERE attached.source_id = NEW.source_id AND ${isNotFirst}
      ))
    WHERE connection_id = NEW.connection_id AND seq = (SELECT seq FROM images WHERE id = NEW.image_id);
    INSERT INTO picture_refresh SELECT NEW.image_id, NEW.connection_id WHERE changes() = 0;
    UPDATE picture_count SET attached_changes = attached_changes + 1
    WHERE EXISTS (SELECT 1 FROM attached_sources WHERE source_id = NEW.source_id);
  END;
  CREATE TRIGGER show_changed_source AFTER UPDATE ON sources BEGIN
    UPDATE picture_count SET attached_changes = attached_changes + 1;
    INSERT INTO picture_refresh VALUES (OLD.image_id, OLD.connection_id);
    INSERT INTO picture_refresh SELECT NEW.image_id, NEW.connection_id WHERE NEW.image_id <> OLD.image_id;
  END;
  CREATE VIEW attached_change AS SELECT '' AS product_ref, '' AS attribute, '' AS added, '' AS gone;
  CREATE TRIGGER show_attached INSTEAD OF INSERT ON attached_change BEGIN
    UPDATE picture_count SET attached_changes = attached_changes + 1;
    UPDATE picture_work SET attached = attached | 1
    WHERE attached & 1 = 0 AND (connection_id, seq) IN (
      SELECT sources.connection_id, images.seq FROM json_each(NEW.added)
      CROSS JOIN products ON products.ref = NEW.product_ref
      CROSS JOIN sources ON sources.connection_id = products.connection_id AND sources.source_id = value AND sources.gone = 0
      CROSS JOIN images ON images.id = sources.image_id
      WHERE value IS NOT (
        SELECT first_source FROM attribute_lists WHERE product_ref = NEW.product_ref AND attribute = NEW.attribute AND origin IS NOT NULL
      )
    );
    INSERT INTO picture_refresh
    SELECT sources.image_id, sources.connection_id FROM json_each(NEW.gone)
    CROSS JOIN products ON products.ref = NEW.product_ref
    CROSS JOIN sources ON sources.connection_id = products.connection_id AND sources.source_id = value;
  END;
  CREATE VIEW first_change AS SELECT '' AS product_ref, '' AS one, '' AS other;
  CREATE TRIGGER show_first INSTEAD OF INSERT ON first_change BEGIN
    UPDATE picture_work SET attached = (
      SELECT ${placesOf('images.id', 'picture_work.connection_id')}
      FROM images WHERE images.seq = picture_work.seq
    )
    WHERE (connection_id, seq) IN (
      SELECT sources.connection_id, images.seq FROM products
      CROSS JOIN sources ON sources.connection_id = products.connection_id AND sources.source_id IN (NEW.one, NEW.other)
      CROSS JOIN images ON images.id = sources.image_id WHERE products.ref = NEW.product_ref
    );
  END;

  -- A new list may have been there before damage took it.
  CREATE TRIGGER added_list AFTER INSERT ON attribute_lists BEGIN
    DELETE FROM attached_sources WHERE product_ref = NEW.product_ref AND attribute = NEW.attribute;
    INSERT INTO attached_sources (source_id, product_ref, attribute)
    SELECT DISTINCT value, NEW.product_ref, NEW.attribute FROM json_each(NEW.source_ids);
    INSERT INTO attached_change VALUES (NEW.product_ref, NEW.attribute, NEW.source_ids, '[]');
    INSERT INTO first_change SELECT NEW.product_ref, NULL, NEW.first_source WHERE NEW.first_source IS NOT NULL;
  END;
  CREATE TRIGGER grown_list AFTER UPDATE OF source_ids ON attribute_lists WHEN OLD.source_ids <> NEW.source_ids AND ${hasGrown} BEGIN
    INSERT INTO attached_sources (source_id, product_ref, attribute)
    SELECT DISTINCT value, NEW.product_ref, NEW.attribute FROM json_each(${grownBy}) WHERE NOT EXISTS (
      SELECT 1 FROM attached_sources WHERE source_id = value AND product_ref = NEW.product_ref AND attribute = NEW.attribute
    );
    INSERT INTO attached_change VALUES (NEW.product_ref, NEW.attribute, ${grownBy}, '[]');
  END;
  CREATE TRIGGER changed_list AFTER UPDATE OF source_ids ON attribute_lists WHEN OLD.source_ids <> NEW.source_ids AND NOT ${hasGrown} BEGIN
    DELETE FROM attached_sources
    WHERE product_ref = NEW.product_ref AND attribute = NEW.attribute AND source_id IN (SELECT value ${without('OLD', 'NEW')});
    INSERT INTO attached_sources (source_id, product_ref, attribute) SELECT DISTINCT value, NEW.product_ref, NEW.attribute ${without('NEW', 'OLD')};
    INSERT INTO attached_change VALUES (
      NEW.product_ref, NEW.attribute,
      (SELECT json_group_array(value) ${without('NEW', 'OLD')}), (SELECT json_group_array(value) ${without('OLD', 'NEW')})
    );
  END;
  CREATE TRIGGER changed_first AFTER UPDATE OF first_source, origin ON attribute_lists
  WHEN OLD.first_source IS NOT NEW.first_source OR (OLD.origin IS NULL) <> (NEW.origin IS NULL) BEGIN
    INSERT INTO first_change VALUES (NEW.product_ref, OLD.first_source, NEW.first_source);
  END;
  -- Its lists may have been stated before a workspace was connected. It leaves a workspace only if that has no sources.
  CREATE TRIGGER adopted_product AFTER UPDATE OF connection_id ON products WHEN OLD.connection_id IS NULL AND NEW.connection_id IS NOT NULL BEGIN
    INSERT INTO attached_change SELECT product_ref, attribute, source_ids, '[]' FROM attribute_lists WHERE product_ref = NEW.ref;
    INSERT INTO first_change SELECT product_ref, first_source, NULL FROM attribute_lists WHERE product_ref = NEW.ref;
  END;
  CREATE TRIGGER count_renamed_product AFTER UPDATE OF name, product_id, connection_id ON products BEGIN
    UPDATE picture_count SET attached_changes = attached_changes + 1;
  END;
  CREATE TRIGGER count_added_match AFTER INSERT ON matches BEGIN
    UPDATE picture_count SET matched_changes = matched_changes + 1;
  END;
  CREATE TRIGGER count_changed_match AFTER UPDATE ON matches BEGIN
    UPDATE picture_count SET matched_changes = matched_changes + 1;
  END;
  CREATE TRIGGER count_lost_match AFTER DELETE ON matches BEGIN
    UPDATE picture_count SET matched_changes = matched_changes + 1;
  END;
`
