import { Button, Group, Progress, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatCount } from '../../../shared/base/number-words.ts'
import { client } from '../../bridge.ts'
import { api } from '../../queries.ts'
import { tellProblem } from '../../ui/tell.tsx'

/** How far an export is, and its end. */
export const Writing = ({ label }: { readonly label: string }) => {
  const { data } = useQuery({ ...api.exports.progress.queryOptions(), refetchInterval: 300 })
  const stop = (): void => {
    client.exports.stop().catch((error: unknown) => tellProblem('The export was not stopped.', error))
  }
  const share = data && data.total > 0 ? (100 * data.done) / data.total : 0
  return (
    <Group gap={12} wrap="nowrap">
      <Progress flex={1} value={share} aria-label={label} />
      <Text size="sm">{data ? `${formatCount(data.done)} of ${formatCount(data.total)}` : ''}</Text>
      <Button variant="default" size="xs" onClick={stop}>
        Stop
      </Button>
    </Group>
  )
}
