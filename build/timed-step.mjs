/** Announces a step, runs it, and prints its duration if it was noticeable. */
export const timedStep = async (log, line, work) => {
  log(line)
  const started = Date.now()
  const result = await work()
  const took = Date.now() - started
  if (took >= 1_000) log(`  done in ${seconds(took)}`)
  return result
}

/** 12345 → "12.3 s" */
export const seconds = (milliseconds) => `${(milliseconds / 1_000).toFixed(1)} s`
