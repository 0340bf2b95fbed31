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

/** Shows notifications and keeps a reference to each until it is closed: a garbage-collected one would ignore clicks. */
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
