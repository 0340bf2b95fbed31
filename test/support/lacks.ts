import knownSkips from '../../build/known-skips.json' with { type: 'json' }

/** The reason to give where a test is skipped: at the end of its suite’s title, as `(skipped: …)`, or to `context.skip`. */
export const lackOf = (name: keyof typeof knownSkips): string => knownSkips[name].reason
