import { useEffect, useRef, useState } from 'react'
import { addTransfer } from '../pictures/library/send-files.ts'
import { Icon } from '../ui/icon.tsx'
import classes from './drop-anywhere.module.css'

/** Whether the target is a text field. Switches and select lists ignore pasted text. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=radio], [type=checkbox], [readonly]), textarea'))

/** A text field cannot use it. */
const isPictureAlone = ({ types }: DataTransfer): boolean => types.includes('Files') && !types.includes('text/plain')

/** Accepts pictures dropped or pasted anywhere in the window, except drags that start in this window. */
export const DropAnywhere = () => {
  const [isOver, setOver] = useState(false)
  const isOwn = useRef(false)

  useEffect(() => {
    const stop = new AbortController()
    const listen = <Kind extends keyof WindowEventMap>(kind: Kind, act: (event: WindowEventMap[Kind]) => void, capture = false) =>
      window.addEventListener(kind, act, { signal: stop.signal, capture })

    const isForUs = (event: DragEvent): boolean =>
      !isOwn.current && !(event.target instanceof Element && event.target.closest('[role="dialog"], [data-own-drop]'))

    listen('dragstart', () => {
      isOwn.current = true
    })
    const end = (): void => {
      isOwn.current = false
    }
    listen('dragend', end)
    // A drop on its way down, as it may be stopped on its way up: an element that has left the page has no `dragend`.
    listen('drop', () => void setTimeout(end), true)
    const accept = (event: DragEvent): void => {
      if (isOwn.current) return
      // A dialog's or a product's own drop area has already accepted them.
      const isTaken = event.defaultPrevented && !isForUs(event)
      // Otherwise the browser would open the dropped file.
      event.preventDefault()
      if (event.dataTransfer && !isTaken) event.dataTransfer.dropEffect = isForUs(event) ? 'copy' : 'none'
      setOver(isForUs(event))
    }
    // Both events: over a new element, the browser asks only the first one before a drop.
    listen('dragenter', accept)
    listen('dragover', accept)
    listen('dragleave', (event) => {
      if (event.relatedTarget === null) setOver(false)
    })
    listen('drop', (event) => {
      if (isOwn.current) return
      event.preventDefault()
      setOver(false)
      if (isForUs(event) && event.dataTransfer) void addTransfer(event.dataTransfer)
    })
    listen('paste', (event) => {
      if (!event.clipboardData || (isTyping(event.target) && !isPictureAlone(event.clipboardData))) return
      event.preventDefault()
      void addTransfer(event.clipboardData)
    })
    return () => stop.abort()
  }, [])

  if (!isOver) return null
  return (
    <div className={classes.veil} aria-hidden="true">
      <div className={classes.card}>
        <Icon name="add" size={32} />
        <p className={classes.title}>Drop to add</p>
        <p>Pictures, folders, or a picture from a web page</p>
      </div>
    </div>
  )
}
