import { ActionIcon, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { describeWatchReport, hasWatchChanges } from '../../shared/watching/watched-folders-words.ts'
import type { WatchReport } from '../../shared/watching/watching.ts'
import { client } from '../bridge.ts'
import { useLive } from '../live.ts'
import { changedPage, openChangedFiles } from '../pictures/library/changed-files.tsx'
import classes from '../pictures/library/library-line.module.css'
import { noFilter, setFilter, setGrouping, setSort } from '../pictures/library/library-view.ts'
import { openNotAdded, seeNotAdded } from '../pictures/library/not-added.tsx'
import { api, queryClient } from '../queries.ts'
import { Icon } from '../ui/icon.tsx'
import { tellProblem } from '../ui/tell.tsx'
import { followPresence } from './person-away.ts'
import { useWatchReport } from './watch-queries.ts'

const wasAwayUntil = followPresence(window, Date.now)

const dismiss = ({ through, refused }: WatchReport): void => {
  // Refused files are among what is dismissed.
  if (refused > 0) seeNotAdded()
  client.watching.acknowledge({ through }).catch((error: unknown) => tellProblem('This could not be saved.', error))
}

/** The newest at the top, under the time when they came. */
export const showArrived = (): void => {
  setFilter(noFilter)
  setSort({ by: 'added', descending: true })
  setGrouping('drop')
}

/** The report says whether all is there; the end of adding and checking doesn't change what it counts. */
const useReadOnceSettled = (): void => {
  const isBusy = useLive(({ intake, checking }) => intake !== null || checking > 0)
  useEffect(() => {
    if (!isBusy) void queryClient.invalidateQueries({ queryKey: api.watching.report.key() })
  }, [isBusy])
}

/** What watched folders brought, until a person dismisses it. */
export const WatchReportLine = () => {
  const report = useWatchReport()
  useReadOnceSettled()
  // Those that are settled meanwhile are not offered to compare.
  const hasChanged = (useQuery(changedPage(0)).data?.total ?? 0) > 0
  if (!report || !hasWatchChanges(report)) return null
  const wasAway = report.until !== null && wasAwayUntil(report.until)
  return (
    <section className={`${classes.line} ${classes.plain} ${classes.wraps}`} aria-label="From watched folders">
      <Icon name="folder" size={18} />
      <span className={classes.words} role="status">
        {wasAway && 'While you were away: '}
        {describeWatchReport(report)}
        {report.isSettled ? '.' : ' so far …'}
      </span>
      <span className={classes.acts}>
        {report.added > 0 && (
          <Button size="compact-sm" variant="default" onClick={showArrived}>
            Show pictures
          </Button>
        )}
        {report.refused > 0 && (
          <Button size="compact-sm" variant="subtle" color="gray" onClick={openNotAdded}>
            Show refused
          </Button>
        )}
        {report.changed > 0 && hasChanged && (
          <Button size="compact-sm" variant="subtle" color="gray" onClick={openChangedFiles}>
            Show changed
          </Button>
        )}
        <ActionIcon size={26} aria-label="Dismiss" onClick={() => dismiss(report)}>
          <Icon name="close" size={16} />
        </ActionIcon>
      </span>
    </section>
  )
}
