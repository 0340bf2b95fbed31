import { Button, SegmentedControl, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { maxTextBytes } from '../../../shared/answers/other-sources.ts'
import type { OtherSourceKind } from '../../../shared/queue/operations.ts'
import { hasMod, modName } from '../../ui/keys.ts'
import { readDraft, useDraft } from './draft.ts'
import { KnowledgeField } from './knowledge-field.tsx'
import { useCreateSource } from './source-actions.ts'
import classes from './source-form.module.css'

const kinds: readonly { readonly value: OtherSourceKind; readonly label: string }[] = [
  { value: 'text', label: 'Text' },
  { value: 'url', label: 'Web address' },
  { value: 'knowledge', label: 'Knowledge item' },
]

const foot: Record<OtherSourceKind, string> = {
  text: `At most 1 MB, sent as it is. ${modName} + Enter creates it.`,
  url: 'The workspace must be able to open it without signing in.',
  knowledge: 'An item of the workspace’s own knowledge.',
}

const encoder = new TextEncoder()

/** Shown while typing: a text that is too long is not accepted. */
const useTextProblem = (text: string): string | null => {
  // A character has at most three bytes: short texts need no counting.
  if (text.length * 3 <= maxTextBytes) return null
  const bytes = encoder.encode(text).length
  return bytes > maxTextBytes ? `Too long: ${(bytes / maxTextBytes).toFixed(2)} MB of at most 1 MB. Shorten it, or split it.` : null
}

/** The three forms, one at a time, and the one button. */
export const SourceForm = ({ listsKnowledge }: { readonly listsKnowledge: boolean }) => {
  const draft = useDraft()
  const { kind } = draft
  const form = readDraft(draft)
  const [refused, setRefused] = useState<string | null>(null)
  const create = useCreateSource(setRefused)
  const tooLong = useTextProblem(draft.text)
  const change = (next: Partial<typeof draft>): void => {
    setRefused(null)
    useDraft.setState(next)
  }
  const canCreate = form !== null && !create.isPending && !(kind === 'text' && tooLong !== null)
  const submit = (event?: FormEvent): void => {
    event?.preventDefault()
    if (canCreate) create.mutate(form)
  }
  return (
    <form className={classes.form} onSubmit={submit} aria-label="New source">
      <SegmentedControl
        className={classes.kinds}
        size="xs"
        aria-label="Kind of source"
        data={[...kinds]}
        value={kind}
        onChange={(value) => change({ kind: value as OtherSourceKind })}
      />
      {kind === 'text' && (
        <Textarea
          aria-label="Text"
          placeholder="Text to keep as a source in the workspace"
          rows={3}
          value={draft.text}
          error={tooLong ?? refused}
          onChange={(event) => change({ text: event.currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && hasMod(event)) submit(event)
          }}
        />
      )}
      {kind === 'url' && (
        <TextInput
          aria-label="Web address"
          placeholder="https://…"
          inputMode="url"
          value={draft.url}
          error={refused}
          onChange={(event) => change({ url: event.currentTarget.value })}
        />
      )}
      {kind === 'knowledge' && (
        <KnowledgeField isListed={listsKnowledge} item={draft.item} error={refused} choose={(item) => change({ item })} />
      )}
      <div className={classes.foot}>
        <span className={classes.words}>{foot[kind]}</span>
        <Button type="submit" disabled={!canCreate} loading={create.isPending}>
          Create source
        </Button>
      </div>
    </form>
  )
}
