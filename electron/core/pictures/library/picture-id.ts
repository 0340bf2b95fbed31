/** The id of a picture comes from its first original: `img_` + the first 24 hex digits of the SHA-256. Loaded before the window, so alone. */
export const imageIdOf = (sha256: string): string => `img_${sha256.slice(0, 24)}`

/** SQL: `images.seq` of the picture whose id this expression has. */
export const seqOfPicture = (id: string): string => `(SELECT seq FROM images WHERE id = ${id})`
