/** The places that products give a picture, for shop checks. */
export const to29 = `
  DROP TRIGGER show_added_list;
  DROP TRIGGER note_added_list;
  DROP TRIGGER show_changed_list;
  DROP TRIGGER note_changed_list;
  ALTER TABLE attribute_lists RENAME TO earlier_lists;
  CREATE TABLE attribute_lists (
    product_ref TEXT NOT NULL, attribute TEXT NOT NULL COLLATE NOCASE, first_source TEXT, origin TEXT, source_ids TEXT NOT NULL,
    state TEXT NOT NULL, through INTEGER NOT NULL, PRIMARY KEY (product_ref, attribute)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO attribute_lists (product_ref, attribute, first_source, origin, source_ids, state, through)
    SELECT product_ref, attribute, iif(json_valid(source_ids), source_ids ->> '$[0]', NULL), origin, source_ids, state, through FROM earlier_lists;
  DROP TABLE earlier_lists;
  CREATE INDEX lists_by_first ON attribute_lists (first_source) WHERE first_source IS NOT NULL;
  DROP TRIGGER refresh_checks;
  DROP TRIGGER refresh_picture;
  DROP TRIGGER show_source;
  DROP TRIGGER show_attached;
  DROP VIEW attached_change;
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
      2 * EXISTS (
        SELECT 1 FROM sources CROSS JOIN attribute_lists ON first_source = sources.source_id
        CROSS JOIN products ON products.ref = product_ref AND products.connection_id = sources.connection_id
        WHERE sources.connection_id = NEW.connection_id AND sources.image_id = NEW.image_id AND gone = 0
      ) + EXISTS (
        SELECT 1 FROM sources CROSS JOIN attached_sources AS attached ON attached.source_id = sources.source_id
        CROSS JOIN products ON products.ref = attached.product_ref AND products.connection_id = sources.connection_id
        WHERE sources.connection_id = NEW.connection_id AND sources.image_id = NEW.image_id AND gone = 0 AND NOT EXISTS (
          SELECT 1 FROM attribute_lists AS list
          WHERE list.product_ref = attached.product_ref AND list.attribute = attached.attribute
            AND first_source = attached.source_id AND origin IS NOT NULL
        )
      )
    FROM images LEFT JOIN (
      SELECT operation, state FROM jobs
      WHERE operation = 'upload-source' AND subject = NEW.image_id AND connection_id IS NEW.connection_id
      UNION ALL
      SELECT operation, state FROM jobs
      WHERE operation = 'analyse-image' AND subject > NEW.image_id || char(10) AND subject < NEW.image_id || char(11)
        AND connection_id IS NEW.connection_id
      UNION ALL
      SELECT operation, CASE shown WHEN 'open' THEN 'waiting' WHEN 'parked' THEN 'parked' ELSE 'done' END
      FROM attach_pictures JOIN jobs ON jobs.id = attach_pictures.job_id
      WHERE attach_pictures.image_id = NEW.image_id AND connection_id IS NEW.connection_id
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
        WHERE attached.source_id = NEW.source_id AND NOT EXISTS (
          SELECT 1 FROM attribute_lists AS list
          WHERE list.product_ref = attached.product_ref AND list.attribute = attached.attribute
            AND first_source = attached.source_id AND origin IS NOT NULL
        )
      ))
    WHERE connection_id = NEW.connection_id AND seq = (SELECT seq FROM images WHERE id = NEW.image_id);
    INSERT INTO picture_refresh SELECT NEW.image_id, NEW.connection_id WHERE changes() = 0;
    UPDATE picture_count SET attached_changes = attached_changes + 1
    WHERE EXISTS (SELECT 1 FROM attached_sources WHERE source_id = NEW.source_id);
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
    -- A record that was merged into another one is gone before a long list of it has followed.
    INSERT INTO picture_refresh
    SELECT sources.image_id, sources.connection_id FROM connections CROSS JOIN json_each(NEW.gone) AS one
    CROSS JOIN sources ON sources.connection_id = connections.id AND sources.source_id = one.value
    WHERE NOT EXISTS (SELECT 1 FROM products WHERE ref = NEW.product_ref);
  END;
  CREATE VIEW first_change AS SELECT '' AS product_ref, '' AS one, '' AS other;
  CREATE TRIGGER show_first INSTEAD OF INSERT ON first_change BEGIN
    UPDATE picture_work SET attached = (
      SELECT 2 * EXISTS (
        SELECT 1 FROM sources CROSS JOIN attribute_lists ON first_source = sources.source_id
        CROSS JOIN products ON products.ref = product_ref AND products.connection_id = sources.connection_id
        WHERE sources.connection_id = picture_work.connection_id AND sources.image_id = images.id AND gone = 0
      ) + EXISTS (
        SELECT 1 FROM sources CROSS JOIN attached_sources AS attached ON attached.source_id = sources.source_id
        CROSS JOIN products ON products.ref = attached.product_ref AND products.connection_id = sources.connection_id
        WHERE sources.connection_id = picture_work.connection_id AND sources.image_id = images.id AND gone = 0 AND NOT EXISTS (
          SELECT 1 FROM attribute_lists AS list
          WHERE list.product_ref = attached.product_ref AND list.attribute = attached.attribute
            AND first_source = attached.source_id AND origin IS NOT NULL
        )
      )
      FROM images WHERE images.seq = picture_work.seq
    )
    WHERE (connection_id, seq) IN (
      SELECT sources.connection_id, images.seq FROM products
      CROSS JOIN sources ON sources.connection_id = products.connection_id AND sources.source_id IN (NEW.one, NEW.other)
      CROSS JOIN images ON images.id = sources.image_id WHERE products.ref = NEW.product_ref
    );
  END;
  CREATE TRIGGER show_added_list AFTER INSERT ON attribute_lists WHEN NOT (length(NEW.source_ids) > 20000 OR EXISTS (SELECT 1 FROM lists_to_show WHERE product_ref = NEW.product_ref AND attribute = NEW.attribute)) BEGIN
    INSERT OR IGNORE INTO attached_sources (source_id, product_ref, attribute)
    SELECT value, NEW.product_ref, NEW.attribute FROM json_each(NEW.source_ids);
    INSERT INTO attached_change VALUES (NEW.product_ref, NEW.attribute, NEW.source_ids, '[]');
  END;
  CREATE TRIGGER note_added_list AFTER INSERT ON attribute_lists WHEN (length(NEW.source_ids) > 20000 OR EXISTS (SELECT 1 FROM lists_to_show WHERE product_ref = NEW.product_ref AND attribute = NEW.attribute)) BEGIN
    INSERT INTO list_to_show VALUES (NEW.product_ref, NEW.attribute);
  END;
  CREATE TRIGGER show_changed_list AFTER UPDATE OF source_ids ON attribute_lists
  WHEN OLD.source_ids <> NEW.source_ids AND NOT ((length(OLD.source_ids) > 20000 OR EXISTS (SELECT 1 FROM lists_to_show WHERE product_ref = OLD.product_ref AND attribute = OLD.attribute)) OR (length(NEW.source_ids) > 20000 OR EXISTS (SELECT 1 FROM lists_to_show WHERE product_ref = NEW.product_ref AND attribute = NEW.attribute))) BEGIN
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
  WHEN OLD.source_ids <> NEW.source_ids AND ((length(OLD.source_ids) > 20000 OR EXISTS (SELECT 1 FROM lists_to_show WHERE product_ref = OLD.product_ref AND attribute = OLD.attribute)) OR (length(NEW.source_ids) > 20000 OR EXISTS (SELECT 1 FROM lists_to_show WHERE product_ref = NEW.product_ref AND attribute = NEW.attribute))) BEGIN
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
  CREATE TRIGGER show_adopted_product AFTER UPDATE OF connection_id ON products WHEN OLD.connection_id IS NULL AND NEW.connection_id IS NOT NULL BEGIN
    INSERT INTO first_change SELECT product_ref, first_source, NULL FROM attribute_lists WHERE product_ref = NEW.ref;
    INSERT INTO list_to_show SELECT product_ref, attribute FROM attribute_lists WHERE product_ref = NEW.ref;
  END;
  -- All of them, as some were wrong: those of products that waited for a workspace, and of records that were merged.
  UPDATE picture_work SET attached = (
    SELECT 2 * EXISTS (
      SELECT 1 FROM sources CROSS JOIN attribute_lists ON first_source = sources.source_id
      CROSS JOIN products ON products.ref = product_ref AND products.connection_id = sources.connection_id
      WHERE sources.connection_id = picture_work.connection_id AND sources.image_id = images.id AND gone = 0
    ) + EXISTS (
      SELECT 1 FROM sources CROSS JOIN attached_sources AS attached ON attached.source_id = sources.source_id
      CROSS JOIN products ON products.ref = attached.product_ref AND products.connection_id = sources.connection_id
      WHERE sources.connection_id = picture_work.connection_id AND sources.image_id = images.id AND gone = 0 AND NOT EXISTS (
        SELECT 1 FROM attribute_lists AS list
        WHERE list.product_ref = attached.product_ref AND list.attribute = attached.attribute
          AND first_source = attached.source_id AND origin IS NOT NULL
      )
    )
    FROM images WHERE images.seq = picture_work.seq
  )
  WHERE seq IN (SELECT seq FROM images);
  DROP TABLE picture_checks;
  DROP TABLE check_results;
  CREATE TABLE picture_checks (
    picture INTEGER PRIMARY KEY, basis TEXT NOT NULL, failed INTEGER NOT NULL DEFAULT 0, not_checked INTEGER NOT NULL DEFAULT 0,
    first_failed INTEGER NOT NULL DEFAULT 0, first_not_checked INTEGER NOT NULL DEFAULT 0,
    others_failed INTEGER NOT NULL DEFAULT 0, others_not_checked INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX picture_checks_by_basis ON picture_checks (basis, picture);
  CREATE TABLE check_results (
    picture INTEGER NOT NULL, profile TEXT NOT NULL, places INTEGER NOT NULL, failed INTEGER NOT NULL, not_checked INTEGER NOT NULL,
    results TEXT NOT NULL, PRIMARY KEY (picture, profile)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX check_results_failed ON check_results (profile, picture, places) WHERE failed > 0;
  CREATE TRIGGER refresh_checks INSTEAD OF INSERT ON checks_refresh BEGIN
    DELETE FROM check_results WHERE picture = NEW.picture;
    DELETE FROM picture_checks WHERE picture = NEW.picture;
    INSERT INTO picture_checks (picture, basis) SELECT seq, '' FROM images WHERE seq = NEW.picture AND checked = 1 AND removed_at IS NULL;
  END;
  INSERT INTO picture_checks (picture, basis) SELECT seq, '' FROM images WHERE checked = 1 AND removed_at IS NULL;
  `
