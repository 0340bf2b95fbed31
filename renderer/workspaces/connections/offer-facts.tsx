import { countOf } from '../../../shared/base/number-words.ts'
import { describeDeparture } from '../../../shared/workspaces/offer-departures-words.ts'
import type { OfferSummary } from '../../../shared/workspaces/workspaces.ts'
import classes from './offer-facts.module.css'

const scopes: Readonly<Record<string, string>> = {
  user: 'to work there as you: upload, ask, create and change products',
  'user:read': 'to read what you can see there',
}

/** The service interface's scopes in plain words; other scopes are shown as they are. */
const describeScope = (scope: string): string => scopes[scope] ?? `“${scope}”`

const describeSource = ({ from, fileName }: OfferSummary): string => {
  switch (from) {
    case 'file':
      return fileName ?? 'a connection file'
    case 'link':
      return 'a link. Continue only if you expected it.'
    case 'managed':
      return `the administrator of this computer (${fileName})`
    case 'form':
      return 'what you typed'
  }
}

/** Where local pictures would also be sent: nothing goes there before a question needs it. */
const describePictures = ({ publishing }: OfferSummary): string | null => {
  switch (publishing.kind) {
    case 'origin':
      return null
    case 'data':
      return 'those asked about are sent along with the question'
    case 'base-url':
      return `those asked about are looked for at ${publishing.baseUrl}`
    case 's3':
      return `those asked about are put into the bucket “${publishing.bucket}” at ${publishing.endpoint}`
  }
}

/** The workspace, its address, and the requested scopes. */
export const OfferFacts = ({ summary }: { readonly summary: OfferSummary }) => (
  <dl className={classes.facts}>
    <dt>Workspace</dt>
    <dd>{summary.name}</dd>
    <dt>Pictures go to</dt>
    <dd className={classes.address}>{summary.baseUrl}</dd>
    {summary.signInOrigin !== null && (
      <>
        <dt>Signs in at</dt>
        <dd className={classes.address}>{summary.signInOrigin}</dd>
      </>
    )}
    <dt>Will ask</dt>
    <dd>{summary.scopes.map(describeScope).join('; ')}</dd>
    {describePictures(summary) && (
      <>
        <dt>For questions</dt>
        <dd>{describePictures(summary)}</dd>
      </>
    )}
    {summary.departures.length > 0 && (
      <>
        <dt>{summary.relation.kind === 'same' ? 'Changes' : 'Unusual'}</dt>
        <dd>
          <ul className={classes.departures}>
            {summary.departures.map((one) => (
              <li key={one.field}>{describeDeparture(one)}</li>
            ))}
          </ul>
        </dd>
      </>
    )}
    <dt>Comes from</dt>
    <dd>{describeSource(summary)}</dd>
    {summary.questionSets.length > 0 && (
      <>
        <dt>Questions</dt>
        <dd>
          {countOf(summary.questionSets.length, 'question set')}: {summary.questionSets.map(({ name }) => name).join(', ')}
        </dd>
      </>
    )}
    {summary.profiles.length > 0 && (
      <>
        <dt>Shop checks</dt>
        <dd>
          {countOf(summary.profiles.length, 'requirement profile')}: {summary.profiles.map(({ name }) => name).join(', ')}
        </dd>
      </>
    )}
    {summary.waiting > 0 && (
      <>
        <dt>Waiting</dt>
        <dd>{countOf(summary.waiting, 'job')} without a workspace so far: they go there once you have confirmed it.</dd>
      </>
    )}
  </dl>
)
