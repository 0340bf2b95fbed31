/** When the person last left this window, and came back: it was closed, or another one had the focus. */
let leftAt = Number.NEGATIVE_INFINITY
let cameAt = Date.now()
window.addEventListener('blur', () => {
  leftAt = Date.now()
})
window.addEventListener('focus', () => {
  cameAt = Date.now()
})

/** Whether something that ended then happened while the person was away last, rather than before their eyes. */
export const wasAwayUntil = (at: number): boolean => leftAt < at && at < cameAt
