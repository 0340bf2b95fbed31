import { Button, Drawer } from '@mantine/core'
import { ImportSets } from './import-sets.tsx'
import { useOfferedFile, useSetsPanel } from './offered-file.ts'
import { useSetDraft } from './set-draft.ts'
import { SetEditor } from './set-editor.tsx'
import { SetList } from './set-list.tsx'

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
