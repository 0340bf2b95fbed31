/** A system's notification. */
type Notice = {
  readonly onClick: (listener: () => void) => unknown
  readonly onClose: (listener: () => void) => unknown
  readonly show: () => void
  readonly close: () => void
}

/** Shows a notification; the returned function takes it away. */
export type ShowNotice<Content> = (content: Content) => () => void

type Ports<Content> = {
  readonly create: (content: Content) => Notice
  readonly onClick: (content: Content) => void
}

/** Shows notifications and keeps a reference to each until it is closed: a garbage-collected one would ignore clicks. */
export const createNotices = <Content>({ create, onClick }: Ports<Content>): ShowNotice<Content> => {
  const shown = new Set<Notice>()
  return (content) => {
    const notice = create(content)
    shown.add(notice)
    notice.onClick(() => {
      shown.delete(notice)
      onClick(content)
    })
    notice.onClose(() => shown.delete(notice))
    notice.show()
    return () => {
      if (shown.delete(notice)) notice.close()
    }
  }
}
