import { Button, Popover, Tooltip } from '@mantine/core'
import { useState } from 'react'
import type { Answer } from '../../../shared/answers/questions.ts'
import { Icon } from '../../ui/icon.tsx'
import { tell } from '../../ui/tell.tsx'
import { useSession } from '../../workspaces/connections/use-session.ts'
import { WriteForm, writeAnswer } from './write-form.tsx'
import { useLackOfScope, useWriting } from './write-queries.ts'
import classes from './write-with-voice.module.css'
import { PendingLine, WrittenTexts } from './written-texts.tsx'

const words = 'Write with brand voice'

const WriteButton = ({ answer }: { readonly answer: Answer }) => {
  const [isOpen, setOpen] = useState(false)
  const lack = useLackOfScope('user')
  const close = () => setOpen(false)
  const face = {
    size: 'compact-xs',
    variant: 'subtle',
    color: 'gray',
    leftSection: <Icon name="edit" size={14} />,
    'aria-label': `${words}: ${answer.imageName}`,
  } as const
  // It stays focusable, so that keyboard users also learn the reason.
  if (lack !== null)
    return (
      <Tooltip label={lack} multiline w={320} events={{ hover: true, focus: true, touch: true }}>
        <Button {...face} className={classes.refused} aria-disabled onClick={() => tell('Not with this sign-in', { text: lack })}>
          {words}
        </Button>
      </Tooltip>
    )
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={340} trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button {...face} aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {words}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={words}>
        <WriteForm write={writeAnswer(answer.jobId)} close={close} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** Below an answer: its texts in a brand voice, those in progress, and a button for another. The answer itself never changes. */
export const WriteWithVoice = ({ answer }: { readonly answer: Answer }) => {
  const writing = useWriting(answer.jobId)
  const isConnected = (useSession()?.connection ?? null) !== null
  const hasAnswer = answer.kind === 'answer' || answer.editedText !== null
  const { pending = [], texts = [] } = writing ?? {}
  return (
    <>
      {pending.map((one) => (
        <PendingLine key={one.jobId} pending={one} about={answer.imageName} />
      ))}
      {texts.length > 0 && <WrittenTexts texts={texts} about={answer.imageName} />}
      {isConnected && hasAnswer && (
        <div className={classes.foot}>
          <WriteButton answer={answer} />
        </div>
      )}
    </>
  )
}
