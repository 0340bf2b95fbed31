import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { addressOf } from '../../navigation.ts'
import { api } from '../../queries.ts'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { ScreenLayout } from '../../ui/screen.tsx'
import classes from './more-sources-screen.module.css'
import { SourceForm } from './source-form.tsx'
import { SourceList } from './source-list.tsx'

/** A sign-in that may only read is not offered the form. */
const ReadOnly = () => (
  <div className={classes.place}>
    <Note tone="warn" title="You are signed in for reading only">
      Creating a source requires the scope “user”. Ask the workspace’s admin to allow it on the OAuth client, then sign in again.
    </Note>
  </div>
)

/** Sources that are no files: text, web address, knowledge item. */
export const MoreSourcesScreen = () => {
  const { data: standing } = useQuery(api.otherSources.standing.queryOptions())
  return (
    <ScreenLayout
      title="More sources"
      tools={
        <Button component="a" href={addressOf('library')} variant="subtle" color="gray" leftSection={<Icon name="left" size={16} />}>
          Back to pictures
        </Button>
      }
    >
      {standing?.missingScope ? <ReadOnly /> : <SourceForm listsKnowledge={standing?.listsKnowledge ?? false} />}
      <p className={classes.hint}>
        <Icon name="link" size={16} />
        <span>
          Only files can be attached to products for now. The workspace accepts text, address and knowledge sources, but refuses to attach
          them.
        </span>
      </p>
      <SourceList canCreate={!standing?.missingScope} />
    </ScreenLayout>
  )
}
