import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../bridge.ts'
import { api } from '../queries.ts'
import { countOf } from '../ui/format.ts'
import { Note } from '../ui/note.tsx'
import { tell, tellProblem } from '../ui/tell.tsx'

/** Pictures of this computer have no address that a service can fetch: offers to send them along. */
export const NoAddress = ({ count }: { readonly count: number }) => {
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.session.update({ publishing: { kind: 'data' } }),
    onSuccess: async () => {
      tell('Pictures are sent along with the question')
      await queries.invalidateQueries({ queryKey: api.questions.key() })
    },
    onError: (error) => tellProblem('Nothing was changed.', error),
  })
  return (
    <Note
      tone="warn"
      action={
        <Button size="xs" variant="default" loading={isPending} onClick={() => mutate()}>
          Send pictures along
        </Button>
      }
    >
      {countOf(count, 'picture has', 'pictures have')} no address that the workspace can fetch, and will wait for you. Sent along with the
      question they need none; not every workspace takes that.
    </Note>
  )
}
