import { ActionIcon, Button, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../queries.ts'
import { countOf, formatAgo } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { actionFor } from '../ui/read-problem.ts'
import { VirtualRows } from '../ui/virtual-rows.tsx'
import classes from './not-added.module.css'

/** Files that were not taken in: counted in a line, listed with their reasons. */
export const NotAdded = () => {
  const refused = useQuery(api.images.refused.queryOptions()).data ?? []
  const [isOpen, setOpen] = useState(false)
  const [seenAt, setSeenAt] = useState(0)
  const news = refused.filter((one) => one.at > seenAt)
  const close = () => {
    setOpen(false)
    setSeenAt(Math.max(0, ...refused.map((one) => one.at)))
  }
  return (
    <>
      {news.length > 0 && (
        <section className={classes.line} aria-label="Not added">
          <Icon name="warn" size={18} />
          <span className={classes.words}>{countOf(news.length, 'file was', 'files were')} not added. The others were.</span>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setOpen(true)}>
            Show why
          </Button>
          <ActionIcon size={26} aria-label="Dismiss" onClick={close}>
            <Icon name="close" size={16} />
          </ActionIcon>
        </section>
      )}
      <Modal opened={isOpen} onClose={close} size={640} title="Files that were not added" closeButtonProps={{ 'aria-label': 'Close' }}>
        <div className={classes.list}>
          <VirtualRows
            label="Files that were not added"
            count={refused.length}
            estimate={72}
            render={(index) => {
              const one = refused[index]
              if (!one) return null
              return (
                <Stack gap={0} className={classes.row}>
                  <Text fw={500} truncate>
                    {one.name}
                  </Text>
                  <Text size="sm">{one.message}</Text>
                  <Text size="sm" c="dimmed">
                    {actionFor(one.code, one.action)} · {formatAgo(one.at, Date.now())}
                  </Text>
                </Stack>
              )
            }}
          />
        </div>
      </Modal>
    </>
  )
}
