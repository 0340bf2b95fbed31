import { create } from 'zustand'
import type { KnowledgeItem, OtherSourceForm } from '../../../shared/answers/other-sources.ts'
import type { OtherSourceKind } from '../../../shared/queue/operations.ts'
import { goTo } from '../../navigation.ts'

/** Drafts by kind: kept while the window lives, so that visiting another screen loses nothing. */
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

/** Clears the form that was just submitted; the others stay. */
export const clearDraft = (kind: OtherSourceKind): void => useDraft.setState(kind === 'knowledge' ? { item: null } : { [kind]: '' })

/** The source to submit; `null` while the form is empty. */
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
