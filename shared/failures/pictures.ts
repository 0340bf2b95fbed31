/** Why a file is not added, and what can go wrong with pictures that are. */
export type PicturesFailure = never
