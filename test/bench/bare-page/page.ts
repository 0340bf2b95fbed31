import { useVirtualizer } from '@tanstack/react-virtual'
import { createElement, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import * as bridge from '../../../renderer/bridge.ts'

type Props = { readonly count: number; readonly height: number }

const BareList = ({ count, height }: Props) => {
  const ref = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => ref.current,
    estimateSize: () => height,
    overscan: 2,
    useFlushSync: false,
  })
  const rows = virtualizer
    .getVirtualItems()
    .map(({ key, index, start }) => createElement('div', { key, style: { height, transform: `translateY(${start}px)` } }, `Row ${index}`))
  return createElement('div', { ref, 'data-bare': '' }, createElement('div', { style: { height: virtualizer.getTotalSize() } }, rows))
}

// The reference for the library's grid: the same virtual list and React with equally high rows, each a plain div with a
// word in it. `bridge` connects the workspace, so that the same work runs in the background.
const root = createRoot(document.getElementById('root') ?? document.body)
Object.assign(window, { bridge, showBareList: (props: Props) => root.render(createElement(BareList, props)) })
