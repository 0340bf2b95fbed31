import { create } from 'zustand'
import type { OtherSourceKind } from '../../../shared/jobs.ts'
import type { KnowledgeItem, OtherSourceForm } from '../../../shared/sources.ts'
import { goTo } from '../../navigation.ts'

/** What is being typed, by kind: kept while the window lives, so that a look elsewhere loses nothing. */
type Draft = {
  readonly kind: OtherSourceKind
  readonly text: string
  readonly url: string
  readonly item: KnowledgeItem | null
}

export const useDraft = create<Draft>(() => ({ kind: 'text', text: '', url: '', item: null }))

/** Brings text that came from elsewhere into the form. */
export const openWithText = (text: string): void => {
  useDraft.setState({ kind: 'text', text })
  goTo('more-sources')
}

/** Empties the form that was just handed over; the others stay. */
export const clearDraft = (kind: OtherSourceKind): void => useDraft.setState(kind === 'knowledge' ? { item: null } : { [kind]: '' })

/** What is handed over; `null` while there is nothing. */
export const readDraft = ({ kind, text, url, item }: Draft): OtherSourceForm | null => {
  switch (kind) {
    case 'text':
      return text.trim() === '' ? null : { kind, text }
    case 'url':
      return url.trim() === '' ? null : { kind, url }
    case 'knowledge':
      return item === null || item.id.trim() === '' ? null : { kind, knowledgeId: item.id, name: item.name === item.id ? null : item.name }
  }
}
