/**
 * Follows when the person left the window last, and came back: it was closed, or another one had the focus. The function says whether something that ended
 * then happened while the person was away last, rather than before their eyes. Times are milliseconds since 1970.
 */
export const followPresence = (page: EventTarget, now: () => number): ((at: number) => boolean) => {
  let leftAt = Number.NEGATIVE_INFINITY
  let cameAt = now()
  page.addEventListener('blur', () => {
    leftAt = now()
  })
  page.addEventListener('focus', () => {
    cameAt = now()
  })
  return (at) => leftAt < at && at < cameAt
}
