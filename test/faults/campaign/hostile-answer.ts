import type { Reply } from '../../support/scripted-service.ts'

type Random = () => number
const pick = <T>(random: Random, all: readonly T[]): T => all[Math.floor(random() * all.length)] as T

const statuses = [200, 200, 200, 201, 201, 202, 204, 206, 400, 404, 409, 413, 418, 422, 500, 503] as const
const keys = ['id', 'data', 'analysis', 'resource', 'requestId', 'detail', 'error', 'errors', 'message', 'attributes', '__proto__'] as const

const hostileText = (random: Random): string =>
  pick(random, [
    () => '',
    () => '\u0000',
    () => 'A'.repeat(1 + Math.floor(random() * 200_000)),
    () => '<html><script>alert(1)</script></html>'.repeat(1 + Math.floor(random() * 100)),
    () => '\u202E\uFEFF\uD800',
    () => 'key='.repeat(1 + Math.floor(random() * 20_000)),
    () => '"'.repeat(1 + Math.floor(random() * 20_000)),
    () => '../../../etc/passwd',
    // An expression that retries from each position takes a minute for this.
    () =>
      pick(random, ['eyJ-', '<title', '<script>', '\\', '{{ ', '[', 'password ', '%2d', 'data:']).repeat(
        1 + Math.floor(random() * 200_000),
      ),
  ])()

const hostileValue = (random: Random, depth: number): unknown => {
  if (depth > 4 || random() < 0.3) return hostileText(random)
  return pick<() => unknown>(random, [
    () => null,
    () => -1e308,
    () => random() < 0.5,
    () => Array.from({ length: Math.floor(random() * 6) }, () => hostileValue(random, depth + 1)),
    () => Object.fromEntries(Array.from({ length: Math.floor(random() * 5) }, () => [pick(random, keys), hostileValue(random, depth + 1)])),
  ])()
}

/** An answer that no service should give: any status, any body, cut off at any byte, nested too deep, or mislabelled. */
export const makeHostileAnswer = (random: Random): Reply => {
  const status = pick(random, statuses)
  if (status === 204) return { status }
  const text = pick(random, [
    () => JSON.stringify(hostileValue(random, 0)) ?? '',
    () => hostileText(random),
    () => {
      const whole = JSON.stringify({ requestId: 'r', resource: 'source', data: { id: hostileText(random) }, analysis: hostileText(random) })
      return whole.slice(0, Math.floor(random() * whole.length))
    },
    () => '['.repeat(1 + Math.floor(random() * 50_000)),
  ])()
  return { status, body: text, headers: { 'content-type': pick(random, ['application/json', 'text/html', 'image/png', '']) } }
}
