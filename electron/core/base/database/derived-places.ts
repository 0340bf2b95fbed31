/** What follows from sources, and from what the lists of products show: `picture_work`, where it isn't only counted (derived-jobs.ts). */

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
    -- A record that was merged into another one is gone before a long list of it has followed.
    INSERT INTO picture_refresh
    SELECT sources.image_id, sources.connection_id FROM connections CROSS JOIN json_each(NEW.gone) AS one
    CROSS JOIN sources ON sources.connection_id = connections.id AND sources.source_id = one.value
    WHERE NOT EXISTS (SELECT 1 FROM products WHERE ref = NEW.product_ref);
  END;
  -- The first picture of a list is shown with it, also of one that is followed in pieces.
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
