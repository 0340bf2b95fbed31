import { Button, type ButtonProps } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { api } from '../queries.ts'
import { tellProblem } from '../ui/tell.tsx'

/** Lets the next questions go after “Stop after” was reached. */
export const GoOnButton = (look: Pick<ButtonProps, 'size' | 'variant'>) => {
  const { mutate, isPending } = useMutation(
    api.queue.goOn.mutationOptions({ onError: (error) => tellProblem('The questions still wait.', error) }),
  )
  return (
    <Button {...look} loading={isPending} onClick={() => mutate(undefined)}>
      Continue asking
    </Button>
  )
}
