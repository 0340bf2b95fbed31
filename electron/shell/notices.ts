/** A system's notification. */
type Notice = {
  readonly onClick: (listener: () => void) => unknown
  readonly onClose: (listener: () => void) => unknown
  readonly show: () => void
}

type Ports = {
  readonly create: (body: string) => Notice
  readonly onClick: () => void
}

/** Shows notifications and holds on to each until it is gone: one that nothing refers to is collected, and a click on it does nothing. */
export const createNotices = ({ create, onClick }: Ports): ((body: string) => void) => {
  const shown = new Set<Notice>()
  return (body) => {
    const notice = create(body)
    shown.add(notice)
    notice.onClick(() => {
      shown.delete(notice)
      onClick()
    })
    notice.onClose(() => shown.delete(notice))
    notice.show()
  }
}
