import { create } from 'zustand'
import type { TrayKind } from '../../../shared/products/matching.ts'
import { hasMod } from '../../ui/keys.ts'

export type Side = 'tray' | 'products'

/** Where pictures are dragged from. `from`: the key of the product; `index`: its row, which stays drawn until the end. */
export type DragStart = { readonly side: Side; readonly from: string | null; readonly index: number }

/** Pictures that are being dragged. */
export type Dragged = DragStart & { readonly ids: readonly string[] }

/** Pictures for which a product is being chosen. `from`: the key of the product that they leave; `also`: they stay where they are. */
export type Moving = { readonly ids: readonly string[]; readonly from: string | null; readonly also: boolean }

/** Where they would go. `before`: in front of this picture; `null`: at the end. */
export type Over = { readonly kind: 'tray' } | { readonly kind: 'product'; readonly key: string; readonly before: string | null }

export type MatchView = {
  readonly trayKind: TrayKind
  /** Finds products on the right. */
  readonly text: string
  /** The side that the selection belongs to. */
  readonly side: Side
  readonly chosen: ReadonlySet<string>
  /** Where a range in the tray begins. */
  readonly anchor: number | null
  /** Where the keyboard is in the tray; `id`: the picture there, to follow it when rows above come or go. */
  readonly tray: { readonly index: number; readonly id: string | null }
  /** Where the keyboard is among the products. */
  readonly board: { readonly index: number; readonly key: string | null; readonly picture: number }
  readonly dragged: Dragged | null
  readonly over: Over | null
  readonly moving: Moving | null
  readonly isRulesOpen: boolean
  /** The rules are being applied, which closes their dialog. */
  readonly isApplying: boolean
  /** The last change, for a screen reader. */
  readonly said: string
}

const start = { chosen: new Set<string>(), anchor: null, tray: { index: 0, id: null }, board: { index: 0, key: null, picture: 0 } } as const

export const useMatchView = create<MatchView>(() => ({
  ...start,
  trayKind: 'open',
  text: '',
  side: 'tray',
  dragged: null,
  over: null,
  moving: null,
  isRulesOpen: false,
  isApplying: false,
  said: '',
}))

const set = useMatchView.setState

export const clearChosen = (): void => set({ chosen: start.chosen, anchor: null })
export const choose = (side: Side, ids: Iterable<string>): void => set({ side, chosen: new Set(ids) })

/** Ctrl/⌘ and a click: adds this one, or removes it. The other side's selection ends. */
export const toggle = (side: Side, id: string): void =>
  set((view) => {
    const chosen = new Set(view.side === side ? view.chosen : [])
    if (!chosen.delete(id)) chosen.add(id)
    return { side, chosen }
  })

type Click = { readonly target: EventTarget; readonly shiftKey: boolean; readonly ctrlKey: boolean; readonly metaKey: boolean }

/** A click that did not become a drag leaves only this one of a selection. */
export const chooseAlone = (click: Click, side: Side, id: string): void => {
  const isOnButton = click.target instanceof Element && click.target.closest('button') !== null
  if (!isOnButton && !click.shiftKey && !hasMod(click)) choose(side, [id])
}

export const showTray = (trayKind: TrayKind): void => set({ trayKind, chosen: start.chosen, anchor: null, tray: start.tray })
/** What a search hides is no longer selected. */
export const searchProducts = (text: string): void =>
  set(({ side, chosen }) => ({ text, board: start.board, chosen: side === 'products' ? start.chosen : chosen }))

export const openRules = (): void => set({ isRulesOpen: true })
export const setApplying = (isApplying: boolean): void => set({ isApplying })
export const closeRules = (): void => set({ isRulesOpen: false })
export const openMove = (moving: Moving): void => (moving.ids.length > 0 ? set({ moving }) : undefined)
export const closeMove = (): void => set({ moving: null })
export const say = (said: string): void => set({ said })

const isSame = (one: Over | null, other: Over | null): boolean =>
  one === other ||
  (one !== null &&
    other !== null &&
    (one.kind === 'tray' ? other.kind === 'tray' : other.kind === 'product' && one.key === other.key && one.before === other.before))

export const setOver = (over: Over | null): void => {
  if (!isSame(useMatchView.getState().over, over)) set({ over })
}

/** The pictures that a key or a button is about: the selection of this side, or the one where the keyboard is. */
export const targetsOf = (side: Side, current: string | undefined): readonly string[] => {
  const view = useMatchView.getState()
  if (view.side === side && view.chosen.size > 0) return [...view.chosen]
  return current === undefined ? [] : [current]
}
