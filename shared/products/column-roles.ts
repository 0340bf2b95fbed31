// Beside catalogue.ts, whose schemas the window does not load.

/** What a column of a product list can be. `shows`: the product's current pictures. `showsAt`: when that was so. */
export const columnRoles = ['productId', 'sku', 'gtin', 'name', 'handle', 'shows', 'showsAt'] as const
export type ColumnRole = (typeof columnRoles)[number]

/** At least one of them is in each row. */
export const namingRoles = ['productId', 'sku', 'gtin', 'name', 'handle'] as const satisfies readonly ColumnRole[]
