/** Pictures of the library that are checked and whose barcodes are not read yet, derived like the rest of derived-schema.ts. */
export const derivedCodes = `  CREATE TABLE codes_due (picture INTEGER PRIMARY KEY) STRICT;
  CREATE VIEW codes_refresh AS SELECT 0 AS picture;
  CREATE TRIGGER refresh_codes INSTEAD OF INSERT ON codes_refresh BEGIN
    DELETE FROM codes_due WHERE picture = NEW.picture;
    INSERT INTO codes_due
    SELECT seq FROM images JOIN originals ON originals.picture = seq AND originals.version = images.version
    WHERE seq = NEW.picture AND checked = 1 AND removed_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM picture_codes WHERE picture_codes.sha256 = originals.sha256);
  END;
  CREATE TRIGGER codes_of_changed_picture AFTER UPDATE OF checked, removed_at, version ON images
  WHEN (OLD.checked = 1) <> (NEW.checked = 1) OR (OLD.removed_at IS NULL) <> (NEW.removed_at IS NULL) OR OLD.version <> NEW.version BEGIN
    INSERT INTO codes_refresh VALUES (NEW.seq);
  END;
  CREATE TRIGGER codes_of_added_original AFTER INSERT ON originals
  WHEN EXISTS (SELECT 1 FROM images WHERE seq = NEW.picture AND checked = 1) BEGIN
    INSERT INTO codes_refresh VALUES (NEW.picture);
  END;
  CREATE TRIGGER codes_of_lost_original AFTER DELETE ON originals BEGIN
    DELETE FROM picture_codes WHERE sha256 = OLD.sha256;
  END;
  CREATE TRIGGER added_codes AFTER INSERT ON picture_codes BEGIN
    DELETE FROM codes_due WHERE picture = (SELECT picture FROM originals WHERE sha256 = NEW.sha256);
  END;
  CREATE TRIGGER lost_codes AFTER DELETE ON picture_codes BEGIN
    INSERT INTO codes_refresh SELECT picture FROM originals WHERE sha256 = OLD.sha256;
  END;
`
