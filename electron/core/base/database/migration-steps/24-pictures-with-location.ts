/** Pictures with a location are counted while others are added. */
export const to24 = 'CREATE INDEX originals_with_location ON originals (picture, version) WHERE has_gps = 1'
