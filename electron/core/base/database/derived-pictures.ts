/**
 * What follows from pictures and from what is known of their contents: what is still to be read, measured, recognized and judged, and counts that lists are
 * kept by. derived-schema.ts has the tables.
 *
 * A picture's results are taken back when anything changes that its rules judge: its version and facts, its sent file, its measurements, its print or its fixes.
 * What a change of a list does to it, is read with it. Rows of contents are written anew with REPLACE, so there is no update of them to follow.
 */

const withContent = (sha256: string): string => `SELECT picture FROM originals WHERE sha256 = ${sha256}`

/** The shown version of a picture of the library that is checked. */
const shown =
  'FROM images JOIN originals ON originals.picture = seq AND originals.version = images.version WHERE seq = NEW.picture AND checked = 1 AND removed_at IS NULL'

/** Content (`of`: by which column) that the picture's results, and what else is said of it, depend on. */
const follows = (table: string, of: string, also: string): string =>
  [
    { event: 'INSERT', name: 'added', row: 'NEW' },
    { event: 'DELETE', name: 'lost', row: 'OLD' },
  ]
    .map(
      ({ event, name, row }) => `
  CREATE TRIGGER ${name}_${table} AFTER ${event} ON ${table} BEGIN
    INSERT INTO checks_refresh ${withContent(`${row}.${of}`)};${also.replaceAll('ROW', row)}
  END;`,
    )
    .join('')

const isDue = `
    INSERT INTO due_refresh ${withContent('ROW.sha256')};`
const dueWithFixes = `
    INSERT INTO due_refresh ${withContent('ROW.original')};`

export const pictureTriggers = `
  CREATE VIEW due_refresh AS SELECT 0 AS picture;
  CREATE TRIGGER refresh_due INSTEAD OF INSERT ON due_refresh BEGIN
    DELETE FROM codes_due WHERE picture = NEW.picture;
    INSERT INTO codes_due
    SELECT seq ${shown} AND NOT EXISTS (SELECT 1 FROM picture_codes WHERE picture_codes.sha256 = originals.sha256);
    DELETE FROM likeness_due WHERE picture = NEW.picture;
    INSERT INTO likeness_due
    SELECT seq ${shown} AND NOT EXISTS (SELECT 1 FROM picture_likeness WHERE picture_likeness.sha256 = originals.sha256);
    DELETE FROM measurements_due WHERE picture = NEW.picture;
    INSERT INTO measurements_due
    SELECT seq, pixels, print FROM (
      SELECT seq,
        NOT EXISTS (
          SELECT 1 FROM measurements WHERE measurements.sha256 = originals.sha256
            AND measurements.fixes = ifnull((SELECT fixes FROM picture_fixes WHERE original = originals.sha256), '')
        ) AS pixels,
        NOT EXISTS (SELECT 1 FROM printed_texts WHERE printed_texts.sha256 = originals.sha256) AS print
      ${shown}
    ) WHERE pixels OR print;
  END;
  CREATE VIEW checks_refresh AS SELECT 0 AS picture;
  CREATE TRIGGER refresh_checks INSTEAD OF INSERT ON checks_refresh BEGIN
    DELETE FROM check_results WHERE picture = NEW.picture;
    DELETE FROM picture_checks WHERE picture = NEW.picture;
    INSERT INTO picture_checks (picture, basis) SELECT seq, '' FROM images WHERE seq = NEW.picture AND checked = 1 AND removed_at IS NULL;
  END;

  -- One that comes back from its file after a restore may have had its work all the time.
  CREATE TRIGGER added_picture AFTER INSERT ON images BEGIN
    UPDATE picture_count SET pictures = pictures + 1, order_changes = order_changes + 1 WHERE NEW.removed_at IS NULL;
    UPDATE jobs SET unchecked = 1 WHERE NEW.checked = 0 AND operation = 'upload-source' AND subject = NEW.id;
    UPDATE jobs SET unchecked = 1
    WHERE NEW.checked = 0 AND operation = 'analyse-image' AND subject > NEW.id || char(10) AND subject < NEW.id || char(11);
    INSERT INTO picture_refresh
    SELECT NEW.id, sources.connection_id FROM connections CROSS JOIN sources ON sources.connection_id = connections.id AND image_id = NEW.id
    UNION SELECT NEW.id, connection_id FROM jobs WHERE operation = 'upload-source' AND subject = NEW.id
    UNION SELECT NEW.id, connection_id FROM jobs
      WHERE operation = 'analyse-image' AND subject > NEW.id || char(10) AND subject < NEW.id || char(11);
    INSERT INTO checks_refresh SELECT NEW.seq WHERE NEW.checked = 1;
  END;
  CREATE TRIGGER checked_picture AFTER UPDATE OF checked ON images WHEN (OLD.checked = 0) <> (NEW.checked = 0) BEGIN
    UPDATE jobs SET unchecked = NEW.checked = 0 WHERE operation = 'upload-source' AND subject = NEW.id;
    UPDATE jobs SET unchecked = NEW.checked = 0
    WHERE operation = 'analyse-image' AND subject > NEW.id || char(10) AND subject < NEW.id || char(11);
  END;
  CREATE TRIGGER changed_picture AFTER UPDATE OF checked, removed_at, version ON images
  WHEN (OLD.checked, OLD.removed_at IS NULL, OLD.version) IS NOT (NEW.checked, NEW.removed_at IS NULL, NEW.version) BEGIN
    INSERT INTO due_refresh VALUES (NEW.seq);
    INSERT INTO checks_refresh VALUES (NEW.seq);
    UPDATE picture_count SET pictures = pictures + (NEW.removed_at IS NULL) - (OLD.removed_at IS NULL),
      order_changes = order_changes + ((OLD.removed_at IS NULL) <> (NEW.removed_at IS NULL)),
      similar_changes = similar_changes + (OLD.version <> NEW.version);
  END;
  CREATE TRIGGER another_version AFTER UPDATE OF version ON images WHEN OLD.version <> NEW.version BEGIN
    INSERT INTO picture_refresh SELECT NEW.id, nullif(connection_id, '')
    FROM (SELECT '' AS known UNION ALL SELECT id FROM connections) CROSS JOIN picture_work ON connection_id = known AND seq = NEW.seq;
  END;
  CREATE TRIGGER moved_picture AFTER UPDATE OF folder, dropped, place_key, name_key, bytes, width, height ON images
  WHEN (OLD.folder, OLD.dropped, OLD.place_key, OLD.name_key, OLD.bytes, OLD.width, OLD.height)
    IS NOT (NEW.folder, NEW.dropped, NEW.place_key, NEW.name_key, NEW.bytes, NEW.width, NEW.height) BEGIN
    UPDATE picture_count SET order_changes = order_changes + 1;
  END;

  CREATE TRIGGER added_original AFTER INSERT ON originals
  WHEN EXISTS (SELECT 1 FROM images WHERE seq = NEW.picture AND checked = 1) BEGIN
    INSERT INTO due_refresh VALUES (NEW.picture);
  END;
  CREATE TRIGGER changed_original AFTER UPDATE OF sha256, format, bytes, width, height, has_alpha, reading ON originals BEGIN
    INSERT INTO checks_refresh VALUES (NEW.picture);
  END;
  CREATE TRIGGER lost_original AFTER DELETE ON originals BEGIN
    DELETE FROM picture_fixes WHERE original = OLD.sha256;
    DELETE FROM picture_codes WHERE sha256 = OLD.sha256;
    DELETE FROM measurements WHERE sha256 = OLD.sha256;
    DELETE FROM printed_texts WHERE sha256 = OLD.sha256;
    UPDATE picture_count SET similar_changes = similar_changes + 1 
    WHERE EXISTS (SELECT 1 FROM same_pictures WHERE one = OLD.sha256) OR EXISTS (SELECT 1 FROM same_pictures WHERE other = OLD.sha256);
    DELETE FROM picture_likeness WHERE sha256 = OLD.sha256;
    DELETE FROM same_pictures WHERE one = OLD.sha256;
    DELETE FROM same_pictures WHERE other = OLD.sha256;
  END;
${follows('sent_files', 'original', '')}
${follows('picture_fixes', 'original', dueWithFixes)}
${follows('printed_texts', 'sha256', isDue)}
${follows(
  'measurements',
  'sha256',
  `${isDue}
    -- Which of those that show the same to keep depends on how sharp they are.
    UPDATE picture_count SET similar_changes = similar_changes + 1
    WHERE EXISTS (SELECT 1 FROM same_pictures WHERE one = ROW.sha256) OR EXISTS (SELECT 1 FROM same_pictures WHERE other = ROW.sha256);`,
)}
  CREATE TRIGGER added_codes AFTER INSERT ON picture_codes BEGIN
    INSERT INTO due_refresh ${withContent('NEW.sha256')};
  END;
  CREATE TRIGGER added_likeness AFTER INSERT ON picture_likeness BEGIN
    INSERT INTO due_refresh ${withContent('NEW.sha256')};
  END;
  CREATE TRIGGER lost_likeness AFTER DELETE ON picture_likeness BEGIN
    INSERT INTO due_refresh ${withContent('OLD.sha256')};
  END;
  CREATE TRIGGER added_same AFTER INSERT ON same_pictures BEGIN
    UPDATE picture_count SET similar_changes = similar_changes + 1;
  END;
  CREATE TRIGGER added_different AFTER INSERT ON different_pictures BEGIN
    UPDATE picture_count SET similar_changes = similar_changes + 1;
  END;
  CREATE TRIGGER lost_different AFTER DELETE ON different_pictures BEGIN
    UPDATE picture_count SET similar_changes = similar_changes + 1;
  END;
`
