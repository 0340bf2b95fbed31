import { Button, Group, Modal, Stack, Stepper } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { labels } from '../../../shared/base/label-words.ts'
import { client } from '../../bridge.ts'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { MakeClient } from './make-file-client.tsx'
import { emptyDraft, MakeDetails, toDetails } from './make-file-details.tsx'
import { MakeResult } from './make-file-result.tsx'
import { closeConnect, useConnectView } from './use-session.ts'

const steps = ['Create the client', 'Paste its details', 'Check and save'] as const

const Assistant = () => {
  const [step, setStep] = useState(0)
  const [draft, setDraft] = useState(emptyDraft)
  const details = toDetails(draft)
  const check = useMutation({ mutationFn: () => client.clients.check(details), onSuccess: () => setStep(2) })
  return (
    <Stack gap={16}>
      <Stepper size="xs" active={step} onStepClick={setStep} allowNextStepsSelect={false}>
        {steps.map((label) => (
          <Stepper.Step key={label} label={label} />
        ))}
      </Stepper>
      {step === 0 && <MakeClient draft={draft} change={setDraft} />}
      {step === 1 && <MakeDetails draft={draft} change={setDraft} isBusy={check.isPending} check={() => check.mutate()} />}
      {step === 1 && check.error && <ProblemNote what="The details were not checked." error={check.error} />}
      {step === 2 && check.data && <MakeResult check={check.data} details={details} />}
      {step === 0 && (
        <Group justify="flex-end">
          <Button onClick={() => setStep(1)}>Continue</Button>
        </Group>
      )}
    </Stack>
  )
}

/** For an admin: from the client in the workspace's settings to the file that the team opens. */
export const MakeFileDialog = () => {
  const isOpen = useConnectView((view) => view.dialog === 'make-file')
  return (
    <Modal
      opened={isOpen}
      onClose={closeConnect}
      size={640}
      title={labels.makeConnectionFile}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Assistant />
    </Modal>
  )
}
