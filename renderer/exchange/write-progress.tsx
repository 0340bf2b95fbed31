import { Button, Group, Progress, Text } from '@mantine/core'
import { formatCount } from '../../shared/base/number-words.ts'
import { tellProblem } from '../ui/tell.tsx'

type Props = {
  readonly label: string
  /** Absent: it is not known yet. A total of 0: there is nothing to count. */
  readonly progress: { readonly done: number; readonly total: number } | null | undefined
  readonly stop: () => Promise<unknown>
}

/** How far something that is written to a file is, and its end. */
export const WriteProgress = ({ label, progress, stop }: Props) => {
  const counted = progress && progress.total > 0 ? progress : null
  return (
    <Group gap={12} wrap="nowrap">
      <Progress flex={1} value={counted ? (100 * counted.done) / counted.total : 0} aria-label={label} />
      <Text size="sm">{counted ? `${formatCount(counted.done)} of ${formatCount(counted.total)}` : ''}</Text>
      <Button
        variant="default"
        size="xs"
        onClick={() => void stop().catch((error: unknown) => tellProblem('Writing was not stopped.', error))}
      >
        Stop
      </Button>
    </Group>
  )
}
