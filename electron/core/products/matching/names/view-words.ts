/**
 * Words for what a picture shows, in the order in which shops show them. The first group is the main picture.
 * Four-letter codes: Amazon’s variants. English, German, French, Spanish, Italian and Dutch.
 */
const groups: readonly (readonly string[])[] = [
  ['main', 'hero', 'primary', 'cover', 'default', 'haupt', 'hauptbild', 'principal', 'principale', 'base', 'featured'],
  ['front', 'frontal', 'frnt', 'frontview', 'vorne', 'vorn', 'vorderseite', 'avant', 'devant', 'delante', 'frente', 'fronte', 'voorkant'],
  ['left', 'links', 'gauche', 'izquierda', 'sinistra'],
  ['right', 'rght', 'rechts', 'droite', 'derecha', 'destra'],
  ['side', 'sideview', 'seite', 'profile', 'lateral', 'zijkant'],
  ['back', 'rear', 'backview', 'hinten', 'ruckseite', 'rückseite', 'arriere', 'arrière', 'dos', 'atras', 'atrás', 'retro', 'achterkant'],
  ['top', 'topp', 'topview', 'oben', 'dessus', 'arriba', 'sopra', 'boven'],
  ['bottom', 'bott', 'unten', 'dessous', 'abajo', 'sotto', 'onder'],
  ['inside', 'interior', 'innen', 'open'],
  ['detail', 'details', 'closeup', 'macro', 'zoom', 'large'],
  ['pack', 'package', 'packaging', 'packshot', 'verpackung', 'box', 'label', 'etikett'],
  ['fact', 'facts', 'nutrition', 'ingredients', 'ingr', 'zutaten'],
  ['ambiance', 'ambience', 'lifestyle', 'mood', 'scene', 'insitu', 'worn', 'model', 'pair', 'group'],
  ['size', 'scale', 'dimensions', 'masse'],
  ['swatch', 'swch', 'color', 'colour', 'farbe'],
  ['thumb', 'thumbnail', 'small'],
]

const ranks = new Map(groups.flatMap((words, rank) => words.map((word) => [word, rank] as const)))

/** The place of a word's group; `null`: no word for a view. */
export const rankView = (word: string): number | null => ranks.get(word) ?? null

/** Shops show it first. */
export const isMainView = (word: string): boolean => ranks.get(word) === 0

/** So short ones could be a part of a product's own number. */
export const isClearView = (word: string): boolean => word.length >= 4 && ranks.has(word)

/** Words before a count, such as Amazon’s PT01: the number after them is a position. */
const counters = new Set(
  'pt in alt image images img pic picture photo foto bild view nr no num pos position rep p n additional gallery angle shot im'.split(' '),
)

export const isCounter = (word: string): boolean => counters.has(word)

/** Folders that sort the pictures of a product, and are no product themselves. */
const sorting = new Set(
  (
    'images image img pictures photos fotos bilder jpg jpeg png web print hires lowres highres final edited retouched export general ' +
    'additional raw new all alle allgemein shared common tous'
  ).split(' '),
)

export const isSortingFolder = (word: string): boolean => sorting.has(word) || ranks.has(word)

/** GS1 Product Image Specification: the facing in a code such as A1C1. */
const facings: Readonly<Record<string, string>> = { 1: 'front', 2: 'left', 3: 'top', 7: 'back', 8: 'right', 9: 'bottom' }

export const viewOfFacing = (facing: string): string | null => facings[facing] ?? null
