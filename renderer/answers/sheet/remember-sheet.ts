import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Settings } from '../../../shared/base/settings.ts'
import { client } from '../../bridge.ts'
import { api, queryClient } from '../../queries.ts'
import { type KeptLook, useSheetView } from './sheet-view.ts'

const keptOf = ({ setId, rows, groupBy, order, isPictureShown, columns }: KeptLook): KeptLook => ({
  setId,
  rows,
  groupBy,
  order,
  isPictureShown,
  columns,
})

let known: string | null = null
let saving: Promise<unknown> = Promise.resolve()

/** The core's settings are read once; from then on this window knows best. */
const begin = (settings: Settings): void => {
  if (known !== null) return
  // Another build may have kept fewer settings.
  const kept = settings.sheetView ? keptOf(settings.sheetView) : keptOf(useSheetView.getState())
  useSheetView.setState(kept)
  known = JSON.stringify(kept)
  useSheetView.subscribe((view) => {
    const now = keptOf(view)
    const text = JSON.stringify(now)
    if (text === known) return
    known = text
    // The next choice is saved again; a look is not worth a message.
    saving = saving
      .then(() => client.settings.set({ sheetView: now }))
      .then(
        (saved) => queryClient.setQueryData(api.settings.get.queryKey(), saved),
        () => {},
      )
  })
}

/** Whether the sheet's look is known: column widths, order and grouping are settings of the core. */
export const useRememberedLook = (): boolean => {
  const { data, isError } = useQuery(api.settings.get.queryOptions())
  const [isKnown, setKnown] = useState(known !== null)
  useEffect(() => {
    if (data) begin(data)
    if (data || isError) setKnown(true)
  }, [data, isError])
  return isKnown
}
