import type { ReactNode } from 'react'
import type { MatchSummary } from '../../../shared/products/matching.ts'
import { describeCodesLeft, describeSummary } from '../../../shared/products/matching-words.ts'
import classes from './match-screen.module.css'

/** The counts of all pictures; `children`: what can be done with those that have a product. */
export const MatchLine = ({ summary, children }: { readonly summary: MatchSummary; readonly children?: ReactNode }) => (
  <div className={classes.line}>
    <p className={classes.counts}>
      {describeSummary(summary)}
      {describeCodesLeft({ left: summary.barcodesLeft, unreadable: 0, needsList: false }).map((said) => (
        <span key="barcodes" className={classes.reading}>
          {said}
        </span>
      ))}
    </p>
    {children}
  </div>
)
