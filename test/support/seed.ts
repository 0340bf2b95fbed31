import fc from 'fast-check'

// Before each test file (`setupFiles` in build/vitest.*.config.ts): all that tests draw at random comes from this seed, so each run is the same.

const given = process.env.PACKSHOT_SEED ?? '1'

/** Where every search begins. `npm run fuzz` tries others. */
export const seed = Number(given)
if (!/^\d+$/.test(given) || seed > 0x7fff_ffff) throw new Error(`PACKSHOT_SEED is not an integer from 0 to 2147483647: ${given}`)

/**
 * Seeds for a search that plays one after the other: those that once found something, and `count` from `seed` on. `npm run fuzz` says which one
 * to add to `found`: it reads “seed N” in the test's name or in what its assertion says.
 */
export const seedsOf = (count: number, found: readonly number[] = []): readonly number[] => [
  ...new Set([...found, ...Array.from({ length: count }, (_, at) => seed + at)]),
]

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed })
// Only `npm run fuzz` asks for it.
if (process.env.PACKSHOT_FUZZ_NOTES) await import('../fuzz/note-properties.ts')
