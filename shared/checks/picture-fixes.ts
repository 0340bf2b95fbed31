import type { PictureFixes } from './picture-fixes-shapes.ts'

// Without schemas: the window's host names files with it before these are loaded.

/** Names fixes in a few characters, also in file names; `''`: none. */
export const toFixesKey = (fixes: PictureFixes | null | undefined): string => {
  if (!fixes) return ''
  const { whitePoint, pad, longestEdge, largestBytes, convert } = fixes
  const hex = (value: number): string => value.toString(16).padStart(2, '0')
  return [
    ...(whitePoint ? [`w${whitePoint.map(hex).join('')}`] : []),
    ...(pad ? [`p${pad.width}x${pad.height}x${pad.color === null ? 'none' : pad.color.slice(1)}`] : []),
    ...(longestEdge === undefined ? [] : [`s${longestEdge}`]),
    ...(largestBytes === undefined ? [] : [`f${largestBytes}`]),
    ...(convert === undefined ? [] : [convert === 'jpeg' ? 'j' : 'r']),
  ].join('-')
}

const keyPattern =
  /^(?:w([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2}))?-?(?:p(\d{1,6})x(\d{1,6})x(none|[0-9a-f]{6}))?-?(?:s(\d{1,6}))?-?(?:f(\d{1,12}))?-?([jr])?$/

/** The fixes of a key; `null`: it names none. */
export const readFixesKey = (key: string): PictureFixes | null => {
  const match = key === '' ? null : keyPattern.exec(key)
  if (!match) return null
  const [, red, green, blue, across, down, color, edge, bytes, converted] = match
  const number = (said: string | undefined): number => Number.parseInt(said ?? '', 16)
  const isSide = (value: number | undefined): boolean => value === undefined || (value >= 1 && value <= 100_000)
  const read: PictureFixes = {
    ...(red === undefined ? {} : { whitePoint: [number(red), number(green), number(blue)] as const }),
    ...(across === undefined
      ? {}
      : { pad: { width: Number(across), height: Number(down), color: color === 'none' ? null : `#${color ?? ''}` } }),
    ...(edge === undefined ? {} : { longestEdge: Number(edge) }),
    ...(bytes === undefined ? {} : { largestBytes: Number(bytes) }),
    ...(converted === undefined ? {} : { convert: converted === 'j' ? ('jpeg' as const) : ('srgb' as const) }),
  }
  // As the shape demands (picture-fixes-shapes.ts).
  const isValid =
    (read.whitePoint ?? [1]).every((channel) => channel >= 1) &&
    [read.pad?.width, read.pad?.height, read.longestEdge].every(isSide) &&
    (read.largestBytes ?? 1) >= 1
  return isValid && toFixesKey(read) === key ? read : null
}

/** Fixes without one change of them, from `before` to `after`: of what it changed, what is still as it left it becomes what it was. */
export const takeBackFixes = (now: PictureFixes | null, before: PictureFixes | null, after: PictureFixes | null): PictureFixes | null => {
  const isSame = <Value>(one: Value, other: Value): boolean => JSON.stringify(one) === JSON.stringify(other)
  const kinds = ['whitePoint', 'pad', 'longestEdge', 'largestBytes', 'convert'] as const
  const taken = kinds.filter((kind) => !isSame(before?.[kind], after?.[kind]) && isSame(now?.[kind], after?.[kind]))
  const kept = kinds.map((kind) => [kind, (taken.includes(kind) ? before : now)?.[kind]] as const).filter(([, fix]) => fix !== undefined)
  return kept.length === 0 ? null : Object.fromEntries(kept)
}

/** The size with the wanted ratio that holds the picture, exact to a pixel. */
export const paddedSize = (
  { width, height }: { readonly width: number; readonly height: number },
  ratio: { readonly width: number; readonly height: number },
): { readonly width: number; readonly height: number } =>
  width * ratio.height < height * ratio.width
    ? { width: Math.max(width, Math.round((height * ratio.width) / ratio.height)), height }
    : { width, height: Math.max(height, Math.round((width * ratio.height) / ratio.width)) }
