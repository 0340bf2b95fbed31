/** When the person last came to this window: it was opened, or got the focus. */
let cameAt = Date.now()
window.addEventListener('focus', () => {
  cameAt = Date.now()
})

/** Whether something that ended then happened before the person came to this window. */
export const wasAwayUntil = (at: number): boolean => at < cameAt
