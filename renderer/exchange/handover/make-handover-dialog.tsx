import { Button, Group, Modal, Switch, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { nameHandover } from '../../../shared/exchange/handover-file-name.ts'
import { describeHandedOver } from '../../../shared/exchange/handover-words.ts'
import { client } from '../../bridge.ts'
import { api } from '../../queries.ts'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { tell } from '../../ui/tell.tsx'
import { WriteProgress } from '../write-progress.tsx'
import classes from './handover.module.css'

const Writing = () => {
  const { data } = useQuery({ ...api.handover.progress.queryOptions(), refetchInterval: 300 })
  return <WriteProgress label="Pictures written" progress={data} stop={() => client.handover.stop()} />
}

/** Writes this library's work to a file. */
export const HandOverDialog = ({ isOpen, close }: { readonly isOpen: boolean; readonly close: () => void }) => {
  const [originals, setOriginals] = useState(false)
  const write = useMutation({
    mutationFn: async () => {
      const target = await client.exports.choose({ kind: 'file', name: nameHandover(new Date()) })
      return target && client.handover.write({ to: { kind: 'chosen', target: target.target }, originals })
    },
    onSuccess: (written) => {
      if (!written) return
      const [title = '', ...more] = describeHandedOver(written)
      tell(title, more.length > 0 ? { text: more.join(' ') } : {})
      close()
    },
  })
  return (
    <Modal
      opened={isOpen}
      onClose={() => !write.isPending && close()}
      title="Hand over"
      size={560}
      withCloseButton={!write.isPending}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes.body}>
        <Text size="sm">
          Saves products, matches, question sets and texts with their approvals in one file. A colleague drops it on Packshot to merge it,
          and decides where both of you changed something.
        </Text>
        <Switch
          label="With the pictures’ own files"
          description="For a colleague without these pictures, or for another computer. The file gets as large as the pictures."
          checked={originals}
          disabled={write.isPending}
          onChange={(event) => setOriginals(event.currentTarget.checked)}
        />
        <Text size="sm" c="dimmed">
          Sign-ins, uploads and queued work stay on this computer.
        </Text>
        {write.error && <ProblemNote what="The file was not written." error={write.error} />}
        {write.isPending && <Writing />}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" disabled={write.isPending} onClick={close}>
            Cancel
          </Button>
          <Button data-autofocus loading={write.isPending} onClick={() => write.mutate()}>
            Save file…
          </Button>
        </Group>
      </div>
    </Modal>
  )
}
