import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countOf } from '../../../shared/base/number-words.ts'
import { api } from '../../queries.ts'
import { Icon } from '../../ui/icon.tsx'
import { SaidRows } from './list-dialog.tsx'
import classes from './refused-rows.module.css'

/** Rows that the newest import left out stay reachable as long as its list counts. */
export const RefusedRows = () => {
  const { data: list } = useQuery(api.catalogue.summary.queryOptions())
  const [isOpen, setOpen] = useState(false)
  if (!list || list.refused === 0) return null
  const called = list.name === '' ? 'the pasted cells' : `“${list.name}”`
  return (
    <section className={classes.note} aria-label="Rows that were not imported">
      <Icon name="warn" size={18} />
      <p className={classes.words}>
        {countOf(list.refused, 'row')} of {called} {list.refused === 1 ? 'was' : 'were'} not imported.
      </p>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        Show rows
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        size={860}
        title={`Rows of ${called} to check`}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <SaidRows number={list.import} />
      </Modal>
    </section>
  )
}
