import { Button, Drawer, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Template } from '../../../shared/answers/brand-voices-contract.ts'
import { api } from '../../queries.ts'
import { Note } from '../../ui/note.tsx'
import { useSession } from '../../workspaces/connections/use-session.ts'
import { ListAge } from '../brand-voices/write-list-age.tsx'
import { useLackOfScope, useListRefresh } from '../brand-voices/write-queries.ts'
import classes from './templates-panel.module.css'

const OneTemplate = ({ template }: { readonly template: Template }) => (
  <li className={classes.template}>
    <Title order={3} size="h5">
      {template.name}
    </Title>
    {template.description !== '' && <Text size="sm">{template.description}</Text>}
    {template.inputs.length > 0 && (
      <dl className={classes.inputs} aria-label={`Inputs of ${template.name}`}>
        {template.inputs.map((input) => (
          <div key={input.name} className={classes.input}>
            <dt>{input.label}</dt>
            <dd>
              {input.type}
              {input.isRequired ? ', required' : ', optional'}
            </dd>
          </div>
        ))}
      </dl>
    )}
  </li>
)

const TemplateList = () => {
  const { data } = useQuery(api.brandVoices.templates.list.queryOptions())
  const isConnected = (useSession()?.connection ?? null) !== null
  const lack = useLackOfScope('user:read')
  const refresh = useListRefresh('templates', data?.fetchedAt, isConnected && lack === null)
  if (!isConnected) return <Text size="sm">Connect a workspace to see its templates.</Text>
  return (
    <Stack gap={16}>
      <Text size="sm" c="dimmed">
        For reference: the service can’t run templates, so use them in the workspace.
      </Text>
      {lack !== null && <Note tone="warn">{lack}</Note>}
      {lack === null && (
        <ListAge
          fetchedAt={data?.fetchedAt ?? null}
          isReading={refresh.isPending}
          error={refresh.error}
          readAgain={() => refresh.mutate()}
        />
      )}
      {data && data.fetchedAt !== null && data.total === 0 && <Text size="sm">This workspace has no template.</Text>}
      <ul className={classes.list}>
        {data?.rows.map((template) => (
          <OneTemplate key={template.id} template={template} />
        ))}
      </ul>
    </Stack>
  )
}

/** The workspace's templates with their inputs, to look at. */
export const TemplatesPanel = () => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        Templates
      </Button>
      <Drawer
        opened={isOpen}
        onClose={() => setOpen(false)}
        position="right"
        size={400}
        title="Templates"
        lockScroll={false}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <TemplateList />
      </Drawer>
    </>
  )
}
