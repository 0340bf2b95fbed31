import { Button } from '@mantine/core'
import { addressOf } from '../../navigation.ts'

/** The way from the library to what is not a picture. */
export const OpenMoreSources = () => (
  <Button component="a" href={addressOf('more-sources')} variant="default">
    More sources
  </Button>
)
