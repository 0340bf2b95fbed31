import { Button, Modal, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { UnreadNote } from '../ui/unread-note.tsx'
import classes from './licences.module.css'
import { SettingRow } from './setting-row.tsx'

/** The build places it beside the page (build/notices). */
const readNotices = async (): Promise<string> => {
  const answer = await fetch('/third-party-notices.txt')
  if (!answer.ok) throw new Error(`The licences are not in this build (${answer.status}).`)
  return answer.text()
}

const Notices = () => {
  const { data, error } = useQuery({
    queryKey: ['third-party-notices'],
    queryFn: readNotices,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (error) return <UnreadNote what="The licences cannot be shown." error={error} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled part must be reachable by keyboard (WCAG 2.1.1)
    <section className={classes.text} tabIndex={0} aria-label="Licences of others">
      <Text component="pre" size="xs" m={0} className={classes.lines}>
        {data}
      </Text>
    </section>
  )
}

/** Packshot’s licence, and those of everything it is made of. */
export const Licences = () => {
  const [isOpen, setOpen] = useState(false)
  return (
    <SettingRow name="Licences" about="Packshot is free software under the MIT licence, and contains works of others under theirs.">
      <Button variant="default" onClick={() => setOpen(true)}>
        Show licences
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Licences" size="xl" closeButtonProps={{ 'aria-label': 'Close' }}>
        {isOpen && <Notices />}
      </Modal>
    </SettingRow>
  )
}
