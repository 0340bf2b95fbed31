/** A picture's size against the fitted one, and where its middle is, in pixels from the stage's middle. */
export type Zoom = { readonly scale: number; readonly x: number; readonly y: number }
type Point = { readonly x: number; readonly y: number }

export const fitted: Zoom = { scale: 1, x: 0, y: 0 }
const mostZoom = 12

/** Larger or smaller around a point, which stays where it is. Never smaller than fitted. */
export const zoomAt = (zoom: Zoom, by: number, point: Point): Zoom => {
  const scale = Math.max(1, Math.min(mostZoom, zoom.scale * by))
  if (scale === 1) return fitted
  const part = scale / zoom.scale
  return { scale, x: point.x - (point.x - zoom.x) * part, y: point.y - (point.y - zoom.y) * part }
}

export const moveBy = (zoom: Zoom, { x, y }: Point): Zoom => (zoom.scale === 1 ? zoom : { ...zoom, x: zoom.x + x, y: zoom.y + y })
