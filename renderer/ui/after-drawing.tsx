import { type ReactNode, useEffect, useState } from 'react'

/** False while the page is drawn for the first time, which does without. */
export const useIsDrawn = (): boolean => {
  const [isDrawn, setIsDrawn] = useState(false)
  useEffect(() => {
    const waiting = requestIdleCallback(() => setIsDrawn(true), { timeout: 200 })
    return () => cancelIdleCallback(waiting)
  }, [])
  return isDrawn
}

/** What shows nothing at first: drawn once what is around it has been. */
export const AfterDrawing = ({ children }: { readonly children: ReactNode }) => (useIsDrawn() ? children : null)
