import { describeNotes } from '../../shared/queue/job-notes-words.ts'
import type { Job } from '../../shared/queue/jobs.ts'
import { describeWork } from '../../shared/queue/operations-words.ts'
import { Icon } from '../ui/icon.tsx'
import { describeProgress, iconOf, nameState } from './describe-job.ts'
import classes from './job-line.module.css'

/** One job in a picture's history: its name, state and time. */
export const JobLine = ({ job, productName }: { readonly job: Job; readonly productName: string | null }) => (
  <div className={classes.line}>
    <Icon name={iconOf(job)} size={16} />
    <div className={classes.words}>
      <p>{describeWork(job.work, { imageName: null, productName })}</p>
      <p className={classes.quiet}>
        <span data-state={job.status.state}>{nameState(job)}</span> {describeProgress(job, Date.now())}
      </p>
      {job.notes.length > 0 && <p className={classes.quiet}>{describeNotes(job)}</p>}
    </div>
  </div>
)
