import { Button, Group, Stack } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { describeImportedSets } from '../../../shared/answers/question-sets-words.ts'
import { countOf } from '../../../shared/base/number-words.ts'
import { client } from '../../bridge.ts'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { tell } from '../../ui/tell.tsx'
import { closeOfferedFile } from './offered-file.ts'
import { OfferedSets } from './offered-sets.tsx'

/** A file of question sets: what is in it, and what becomes of it. */
export const ImportSets = ({ text }: { readonly text: string }) => {
  const [replace, setReplace] = useState<readonly string[]>([])
  const { data, error } = useQuery({
    queryKey: [['questionSets', 'read'], text],
    queryFn: () => client.questionSets.read({ text }),
    gcTime: 0,
    retry: false,
  })
  const run = useMutation({
    mutationFn: () => client.questionSets.import({ text, replace: [...replace] }),
    onSuccess: (imported) => {
      closeOfferedFile()
      tell(describeImportedSets(imported))
    },
  })
  const count = data?.filter((set) => set.relation === 'new' || replace.includes(set.name)).length ?? 0
  return (
    <Stack gap={12}>
      {data && <OfferedSets sets={data} replace={replace} setReplace={setReplace} />}
      {(error || run.error) && <ProblemNote what="The question sets were not imported." error={error ?? run.error} />}
      <Group gap={8} justify="flex-end">
        <Button variant="default" size="sm" onClick={closeOfferedFile}>
          {data && count === 0 ? 'Close' : 'Cancel'}
        </Button>
        {data && (
          <Button size="sm" disabled={count === 0} loading={run.isPending} onClick={() => run.mutate()} data-autofocus>
            {count === 0 ? 'Nothing to import' : `Import ${countOf(count, 'set')}`}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
