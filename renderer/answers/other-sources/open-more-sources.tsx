import { Button } from '@mantine/core'
import { addressOf } from '../../navigation.ts'

/** Opens “More sources” from the library. */
export const OpenMoreSources = () => (
  <Button component="a" href={addressOf('more-sources')} variant="default">
    More sources
  </Button>
)
