import { Button, Drawer, Group, Stack } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { describeImportedSets } from '../../../shared/answers/question-sets-words.ts'
import { countOf } from '../../../shared/base/number-words.ts'
import { client } from '../../bridge.ts'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { tell } from '../../ui/tell.tsx'
import { closeOfferedFile, useOfferedFile, useSetsPanel } from './offered-file.ts'
import { OfferedSets } from './offered-sets.tsx'
import { useSetDraft } from './set-draft.ts'
import { SetEditor } from './set-editor.tsx'
import { SetList } from './set-list.tsx'

/** A file of question sets: what is in it, and what becomes of it. */
const ImportSets = ({ text }: { readonly text: string }) => {
  const [replace, setReplace] = useState<readonly string[]>([])
  const { data, error } = useQuery({
    queryKey: [['questionSets', 'read'], text],
    queryFn: () => client.questionSets.read({ text }),
    gcTime: 0,
    retry: false,
  })
  const run = useMutation({
    mutationFn: () => client.questionSets.import({ text, replace: [...replace] }),
    onSuccess: (imported) => {
      closeOfferedFile()
      tell(describeImportedSets(imported))
    },
  })
  const count = data?.filter((set) => set.relation === 'new' || replace.includes(set.name)).length ?? 0
  return (
    <Stack gap={12}>
      {data && <OfferedSets sets={data} replace={replace} setReplace={setReplace} />}
      {(error || run.error) && <ProblemNote what="The question sets were not imported." error={error ?? run.error} />}
      <Group gap={8} justify="flex-end">
        <Button variant="default" size="sm" onClick={closeOfferedFile}>
          {data && count === 0 ? 'Close' : 'Cancel'}
        </Button>
        {data && (
          <Button size="sm" disabled={count === 0} loading={run.isPending} onClick={() => run.mutate()} data-autofocus>
            {count === 0 ? 'Nothing to import' : `Import ${countOf(count, 'set')}`}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

const titleOf = (isOffered: boolean, draft: { readonly seen: { readonly name: string } | null } | null): string => {
  if (isOffered) return 'Import question sets'
  if (!draft) return 'Question sets'
  return draft.seen ? `Edit “${draft.seen.name}”` : 'New question set'
}

/** Question sets: a list, an editor, or what a file brings. */
export const SetsPanel = () => {
  const isOpen = useSetsPanel((panel) => panel.isOpen)
  const fields = useSetDraft((draft) => draft.fields)
  const text = useOfferedFile((offered) => offered.text)
  const setOpen = (next: boolean): void => useSetsPanel.setState({ isOpen: next })
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        Question sets
      </Button>
      <Drawer
        opened={isOpen}
        onClose={() => setOpen(false)}
        position="right"
        size={620}
        title={titleOf(text !== null, fields)}
        lockScroll={false}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {text !== null ? <ImportSets key={text} text={text} /> : fields ? <SetEditor fields={fields} /> : <SetList />}
      </Drawer>
    </>
  )
}
