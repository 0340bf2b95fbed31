import { Button, Group, Modal, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { create } from 'zustand'
import { keptWords } from '../../../shared/base/kept-words.ts'
import { countOf } from '../../../shared/base/number-words.ts'
import type { SendAgainPreview } from '../../../shared/products/send-again.ts'
import {
  describeEarlier,
  describeSendAgain,
  describeStarted,
  describeUndone,
  nameSendAgain,
} from '../../../shared/products/send-again-words.ts'
import { client } from '../../bridge.ts'
import { useLive } from '../../live.ts'
import { countOfIds, keyOfIds, selected } from '../../picture-ids.ts'
import { focusPictures } from '../../pictures/library/focus-pictures.ts'
import { api } from '../../queries.ts'
import { Icon } from '../../ui/icon.tsx'
import { tell, tellProblem } from '../../ui/tell.tsx'
import { sayUnderWay } from '../../ui/under-way.ts'
import { UnreadNote } from '../../ui/unread-note.tsx'
import { WithheldButton } from '../../ui/withheld-button.tsx'
import { useWithheld } from '../../workspaces/settings/use-scope.ts'
import { describeQueued } from '../ledger/tell-attached.ts'
import classes from './send-again.module.css'

type Ids = ReadonlySet<string>

const preview = (imageIds: Ids) =>
  queryOptions({
    queryKey: [...api.sendAgain.preview.key(), keyOfIds(imageIds)],
    queryFn: () => client.sendAgain.preview({ images: selected(imageIds) }),
  })

const undo = async (action: number): Promise<boolean> => {
  try {
    tell('Undone', { text: describeUndone(await client.sendAgain.undo({ action })) })
    return true
  } catch (error) {
    tellProblem(keptWords['nothing-changed'], error)
    return false
  }
}

/** Queues it, says so, and offers Undo. */
const start = async (imageIds: Ids): Promise<void> => {
  try {
    const result = await sayUnderWay(countOfIds(imageIds), `Sending ${countOf(countOfIds(imageIds), 'picture')} again…`, () =>
      client.sendAgain.start({ images: selected(imageIds) }),
    )
    const { action } = result
    if (action === null) tell(describeSendAgain(result))
    else
      tell(describeStarted(result), {
        text: describeQueued(useLive.getState().queue),
        undo: { run: () => undo(action) },
      })
  } catch (error) {
    tellProblem(keptWords['nothing-changed'], error)
  }
}

const StartButton = ({ of, imageIds, onStart }: { of: SendAgainPreview; imageIds: Ids; onStart?: () => void }) => {
  const [isStarting, setStarting] = useState(false)
  const withheld = useWithheld()
  return (
    <WithheldButton
      withheld={withheld}
      size="xs"
      h="auto"
      py={7}
      // In the narrow details it takes two lines.
      styles={{ label: { whiteSpace: 'normal', lineHeight: 1.35 } }}
      loading={isStarting}
      onClick={() => {
        setStarting(true)
        void start(imageIds).finally(() => {
          setStarting(false)
          onStart?.()
        })
      }}
    >
      {nameSendAgain(of)}
    </WithheldButton>
  )
}

/** More are looked at only when a person asks. */
const mostOffered = 200

/** Says that the workspace has earlier files of these pictures, and offers to replace them. Nothing where it has the current ones. */
export const SendAgainOffer = ({ imageIds }: { readonly imageIds: Ids }) =>
  imageIds.size > mostOffered ? null : <Offer imageIds={imageIds} />

const Offer = ({ imageIds }: { readonly imageIds: Ids }) => {
  const { data } = useQuery(preview(imageIds))
  if (!data || data.pictures === 0) return null
  return (
    <section className={classes.offer} aria-label="Earlier files">
      <Icon name="retry" size={16} />
      <div>
        <p>{describeEarlier(data)}</p>
        <StartButton of={data} imageIds={imageIds} />
      </div>
    </section>
  )
}

/** The pictures that the dialog is about; `null`: it is closed. */
const useSendAgain = create<{ readonly imageIds: Ids | null }>(() => ({ imageIds: null }))

export const openSendAgain = (imageIds: Ids): void => useSendAgain.setState({ imageIds })

const close = (): void => {
  useSendAgain.setState({ imageIds: null })
  focusPictures()
}

const Plan = ({ imageIds }: { readonly imageIds: Ids }) => {
  const { data, error } = useQuery({ ...preview(imageIds), gcTime: 0 })
  if (error) return <UnreadNote what="The pictures could not be compared." error={error} />
  return (
    <>
      <Text size="sm" role="status">
        {data ? describeSendAgain(data) : 'Comparing the pictures with what the workspace has.'}
      </Text>
      {data && data.products > 0 && !data.onlyGrows && (
        <Text size="sm" c="dimmed" mt={8}>
          Their order stays, and other pictures of these products aren’t changed.
        </Text>
      )}
      <Group justify="flex-end" mt="md">
        <Button size="xs" variant="default" onClick={close}>
          {data?.pictures === 0 ? 'Close' : 'Cancel'}
        </Button>
        {data && data.pictures > 0 && <StartButton of={data} imageIds={imageIds} onStart={close} />}
      </Group>
    </>
  )
}

/** What sending the selected pictures again would do; then does it. */
export const SendAgainDialog = () => {
  const imageIds = useSendAgain((view) => view.imageIds)
  // Its words stay while it fades out.
  const [last, setLast] = useState(imageIds)
  if (imageIds && imageIds !== last) setLast(imageIds)
  if (!last) return null
  return (
    <Modal opened={imageIds !== null} onClose={close} title="Send again" returnFocus={false} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Plan imageIds={last} />
    </Modal>
  )
}
