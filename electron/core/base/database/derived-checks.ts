/**
 * Results of requirement profiles, derived like the rest of derived-schema.ts. `picture_checks`: one row for each picture (`images.seq`) of the library
 * that is checked: what its rules were judged by (`basis`; `''`: they are to be judged), and how many failed or were not checked, of all profiles, of
 * those for first pictures, and of those for others. `check_results`: those, by profile; `places`: which ones it is about (pictures/library/picture-places.ts).
 * A picture's own places are not in it: they are read with it, so no change of a list takes a result back. Triggers take back what was judged when
 * anything about the picture changes: its version and facts, its sent file, its measurements or its fixes.
 */
export const derivedChecks = `
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
  CREATE VIEW checks_refresh AS SELECT 0 AS picture;
  CREATE TRIGGER refresh_checks INSTEAD OF INSERT ON checks_refresh BEGIN
    DELETE FROM check_results WHERE picture = NEW.picture;
    DELETE FROM picture_checks WHERE picture = NEW.picture;
    INSERT INTO picture_checks (picture, basis) SELECT seq, '' FROM images WHERE seq = NEW.picture AND checked = 1 AND removed_at IS NULL;
  END;
  CREATE TRIGGER checks_of_added_picture AFTER INSERT ON images WHEN NEW.checked = 1 BEGIN
    INSERT INTO checks_refresh VALUES (NEW.seq);
  END;
  CREATE TRIGGER checks_of_changed_picture AFTER UPDATE OF checked, removed_at, version ON images
  WHEN (OLD.checked, OLD.removed_at, OLD.version) IS NOT (NEW.checked, NEW.removed_at, NEW.version) BEGIN
    INSERT INTO checks_refresh VALUES (NEW.seq);
  END;
  CREATE TRIGGER checks_of_lost_picture AFTER DELETE ON images BEGIN
    INSERT INTO checks_refresh VALUES (OLD.seq);
  END;
  CREATE TRIGGER checks_of_original AFTER UPDATE OF sha256, format, bytes, width, height, has_alpha, reading ON originals BEGIN
    INSERT INTO checks_refresh VALUES (NEW.picture);
  END;
  CREATE TRIGGER checks_of_sent_file AFTER INSERT ON sent_files BEGIN
    INSERT INTO checks_refresh SELECT picture FROM originals WHERE sha256 = NEW.original;
  END;
  CREATE TRIGGER checks_of_changed_sent_file AFTER UPDATE ON sent_files BEGIN
    INSERT INTO checks_refresh SELECT picture FROM originals WHERE sha256 = NEW.original;
  END;
  CREATE TRIGGER checks_of_lost_sent_file AFTER DELETE ON sent_files BEGIN
    INSERT INTO checks_refresh SELECT picture FROM originals WHERE sha256 = OLD.original;
  END;
  CREATE TRIGGER checks_of_measurements_insert AFTER INSERT ON measurements BEGIN
    INSERT INTO checks_refresh SELECT picture FROM originals WHERE sha256 = NEW.sha256;
  END;
  CREATE TRIGGER checks_of_measurements_update AFTER UPDATE ON measurements BEGIN
    INSERT INTO checks_refresh SELECT picture FROM originals WHERE sha256 = NEW.sha256;
  END;
  CREATE TRIGGER checks_of_measurements_delete AFTER DELETE ON measurements BEGIN
    INSERT INTO checks_refresh SELECT picture FROM originals WHERE sha256 = OLD.sha256;
  END;
  CREATE TRIGGER checks_of_printed_texts_insert AFTER INSERT ON printed_texts BEGIN
    INSERT INTO checks_refresh SELECT picture FROM originals WHERE sha256 = NEW.sha256;
  END;
  CREATE TRIGGER checks_of_printed_texts_update AFTER UPDATE ON printed_texts BEGIN
    INSERT INTO checks_refresh SELECT picture FROM originals WHERE sha256 = NEW.sha256;
  END;
  CREATE TRIGGER checks_of_printed_texts_delete AFTER DELETE ON printed_texts BEGIN
    INSERT INTO checks_refresh SELECT picture FROM originals WHERE sha256 = OLD.sha256;
  END;
  CREATE TRIGGER checks_of_picture_fixes_insert AFTER INSERT ON picture_fixes BEGIN
    INSERT INTO checks_refresh SELECT picture FROM originals WHERE sha256 = NEW.original;
  END;
  CREATE TRIGGER checks_of_picture_fixes_update AFTER UPDATE ON picture_fixes BEGIN
    INSERT INTO checks_refresh SELECT picture FROM originals WHERE sha256 = NEW.original;
  END;
  CREATE TRIGGER checks_of_picture_fixes_delete AFTER DELETE ON picture_fixes BEGIN
    INSERT INTO checks_refresh SELECT picture FROM originals WHERE sha256 = OLD.original;
  END;
`
