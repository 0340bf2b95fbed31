import { Button, Text, Title } from '@mantine/core'
import { labels } from '../../../shared/base/label-words.ts'
import { AddPictures } from '../../pictures/library/add-pictures.tsx'
import { Icon } from '../../ui/icon.tsx'
import { openConnect, useConnect } from './use-session.ts'
import classes from './welcome.module.css'

/** The first sight: nothing connected, nothing added. */
export const Welcome = () => {
  const connect = useConnect()
  return (
    <div className={classes.welcome}>
      <div className={classes.sheet}>
        <span className={classes.logo} aria-hidden="true">
          <Icon name="products" size={32} />
        </span>
        <Title order={1} className={classes.title}>
          Welcome to Packshot
        </Title>
        <Text size="lg" c="dimmed" ta="center" maw={440}>
          Drop product pictures, ask questions about them, and attach them to products. Nothing you add is lost.
        </Text>
        <div className={classes.ways}>
          <section className={classes.way}>
            <Title order={2}>Your workspace</Title>
            <Text size="sm" c="dimmed">
              With the connection file from your workspace’s admin.
            </Text>
            <Button fullWidth onClick={openConnect}>
              Connect workspace
            </Button>
          </section>
          <section className={classes.way}>
            <Title order={2}>Just looking</Title>
            <Text size="sm" c="dimmed">
              A practice workspace on this computer, with pictures to try.
            </Text>
            <Button fullWidth variant="default" loading={connect.isPending} onClick={() => connect.mutate({ kind: 'sample' })}>
              {labels.trySample}
            </Button>
          </section>
        </div>
        <div className={classes.later}>
          <Text size="sm" c="dimmed">
            Or start with pictures: drop them anywhere. They wait here until a workspace is connected.
          </Text>
          <AddPictures variant="subtle" />
        </div>
      </div>
    </div>
  )
}
