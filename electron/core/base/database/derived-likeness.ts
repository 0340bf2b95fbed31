/**
 * What is derived for pictures that show the same, like the rest of derived-schema.ts. `likeness_due`: pictures (`images.seq`) of the library that are
 * checked, and that nobody has looked at for what they are recognized by.
 */
export const derivedLikeness = `
  CREATE TABLE likeness_due (picture INTEGER PRIMARY KEY) STRICT;
  CREATE VIEW likeness_refresh AS SELECT 0 AS picture;
  CREATE TRIGGER refresh_likeness INSTEAD OF INSERT ON likeness_refresh BEGIN
    DELETE FROM likeness_due WHERE picture = NEW.picture;
    INSERT INTO likeness_due
    SELECT seq FROM images JOIN originals ON originals.picture = seq AND originals.version = images.version
    WHERE seq = NEW.picture AND checked = 1 AND removed_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM picture_likeness WHERE picture_likeness.sha256 = originals.sha256);
  END;
  CREATE TRIGGER likeness_of_changed_picture AFTER UPDATE OF checked, removed_at, version ON images
  WHEN (OLD.checked = 1) <> (NEW.checked = 1) OR (OLD.removed_at IS NULL) <> (NEW.removed_at IS NULL) OR OLD.version <> NEW.version BEGIN
    INSERT INTO likeness_refresh VALUES (NEW.seq);
    UPDATE picture_count SET similar_changes = similar_changes + 1 WHERE OLD.version <> NEW.version;
  END;
  CREATE TRIGGER likeness_of_added_original AFTER INSERT ON originals
  WHEN EXISTS (SELECT 1 FROM images WHERE seq = NEW.picture AND checked = 1) BEGIN
    INSERT INTO likeness_refresh VALUES (NEW.picture);
  END;
  CREATE TRIGGER likeness_of_lost_original AFTER DELETE ON originals BEGIN
    DELETE FROM picture_likeness WHERE sha256 = OLD.sha256;
    DELETE FROM same_pictures WHERE one = OLD.sha256;
    DELETE FROM same_pictures WHERE other = OLD.sha256;
  END;
  CREATE TRIGGER added_likeness AFTER INSERT ON picture_likeness BEGIN
    DELETE FROM likeness_due WHERE picture = (SELECT picture FROM originals WHERE sha256 = NEW.sha256);
  END;
  CREATE TRIGGER lost_likeness AFTER DELETE ON picture_likeness BEGIN
    INSERT INTO likeness_refresh SELECT picture FROM originals WHERE sha256 = OLD.sha256;
  END;
  CREATE TRIGGER count_same AFTER INSERT ON same_pictures BEGIN
    UPDATE picture_count SET similar_changes = similar_changes + 1;
  END;
  CREATE TRIGGER count_lost_same AFTER DELETE ON same_pictures BEGIN
    UPDATE picture_count SET similar_changes = similar_changes + 1;
  END;
  -- Which of them to keep depends on how sharp they are.
  CREATE TRIGGER count_measured_same AFTER INSERT ON measurements
  WHEN EXISTS (SELECT 1 FROM same_pictures WHERE one = NEW.sha256) OR EXISTS (SELECT 1 FROM same_pictures WHERE other = NEW.sha256) BEGIN
    UPDATE picture_count SET similar_changes = similar_changes + 1;
  END;
  CREATE TRIGGER count_measured_same_again AFTER UPDATE ON measurements
  WHEN EXISTS (SELECT 1 FROM same_pictures WHERE one = NEW.sha256) OR EXISTS (SELECT 1 FROM same_pictures WHERE other = NEW.sha256) BEGIN
    UPDATE picture_count SET similar_changes = similar_changes + 1;
  END;
  CREATE TRIGGER count_unmeasured_same AFTER DELETE ON measurements
  WHEN EXISTS (SELECT 1 FROM same_pictures WHERE one = OLD.sha256) OR EXISTS (SELECT 1 FROM same_pictures WHERE other = OLD.sha256) BEGIN
    UPDATE picture_count SET similar_changes = similar_changes + 1;
  END;
  CREATE TRIGGER count_different AFTER INSERT ON different_pictures BEGIN
    UPDATE picture_count SET similar_changes = similar_changes + 1;
  END;
  CREATE TRIGGER count_lost_different AFTER DELETE ON different_pictures BEGIN
    UPDATE picture_count SET similar_changes = similar_changes + 1;
  END;
`
