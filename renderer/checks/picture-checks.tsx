import { Button, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { wishesOfRules } from '../../shared/checks/fix-wishes.ts'
import type { CheckedProfile, CheckedRule } from '../../shared/checks/requirement-checks.ts'
import {
  adviceFor,
  describeCounts,
  describeMeasured,
  describeRequired,
  fixWords,
  nameRule,
  noProfileForPlace,
  notCheckedWords,
  picturesWords,
} from '../../shared/checks/requirement-profiles-words.ts'
import { api } from '../queries.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { UnreadNote } from '../ui/unread-note.tsx'
import { FixPanel, takeFixesBack } from './fix-panel.tsx'
import classes from './picture-checks.module.css'

const looks = {
  failed: { icon: 'warn', word: 'Fails:' },
  'not-checked': { icon: 'minus', word: 'Not checked:' },
  passed: { icon: 'check', word: 'Passed:' },
} as const satisfies Readonly<Record<CheckedRule['result']['state'], { readonly icon: IconName; readonly word: string }>>

const Rule = ({ rule, result }: CheckedRule) => {
  const { icon, word } = looks[result.state]
  const advice = result.state === 'failed' ? (result.fix ? `${fixWords[result.fix]}.` : adviceFor(rule, result.measured)) : null
  return (
    <li className={classes.rule} data-state={result.state}>
      <Icon name={icon} size={14} />
      <div>
        <span className={classes.verdict}>{word}</span> {nameRule(rule)}
        {result.state === 'passed' && <span className={classes.quiet}>: {describeRequired(rule)}</span>}
        {result.state === 'not-checked' && <p className={classes.quiet}>{sentence(notCheckedWords[result.why])}</p>}
        {result.state === 'failed' && (
          <dl className={classes.facts}>
            <dt>Measured</dt>
            <dd>{describeMeasured(result.measured, rule)}</dd>
            <dt>Required</dt>
            <dd>{describeRequired(rule)}</dd>
            {advice !== null && (
              <>
                <dt>Fix</dt>
                <dd>{advice}</dd>
              </>
            )}
          </dl>
        )}
      </div>
    </li>
  )
}

const sentence = (words: string): string => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`

const order = { failed: 0, 'not-checked': 1, passed: 2 } as const

/** What was found by each of these rules, the failed ones first. `labelledBy`: the id of what names the list. */
export const CheckedRules = ({ rules, labelledBy }: { readonly rules: readonly CheckedRule[]; readonly labelledBy: string }) => (
  <ul className={classes.rules} aria-labelledby={labelledBy}>
    {rules
      .toSorted((one, other) => order[one.result.state] - order[other.result.state])
      .map((one) => (
        <Rule key={one.result.rule} {...one} />
      ))}
  </ul>
)

type ProfileProps = { readonly profile: CheckedProfile; readonly imageId: string }

const Profile = ({ profile, imageId }: ProfileProps) => {
  const id = useId()
  const fixed = profile.rules.flatMap(({ result }, place) => (result.state === 'failed' && result.fix ? [place] : []))
  const wishes = wishesOfRules({ rules: profile.rules.map(({ rule }) => rule) }, fixed)
  return (
    <details className={classes.profile} open={profile.failed > 0}>
      <summary id={id} data-state={profile.failed > 0 ? 'failed' : profile.notChecked > 0 ? 'not-checked' : 'passed'}>
        <span className={classes.name}>{profile.name}</span>
        {profile.pictures !== 'every' && <span className={classes.quiet}> (for {picturesWords[profile.pictures]})</span>}{' '}
        <span className={classes.count}>{describeCounts(profile)}</span>
      </summary>
      <CheckedRules rules={profile.rules} labelledBy={id} />
      {wishes.length > 0 && (
        <div className={classes.fix}>
          <FixPanel imageIds={[imageId]} wishes={wishes} what={profile.name} />
        </div>
      )}
    </details>
  )
}

/** What the requirement profiles in use find in a picture; nothing where none is in use. */
export const PictureChecks = ({ imageId, isFixed }: { readonly imageId: string; readonly isFixed: boolean }) => {
  const isUsed = useQuery(api.checks.profiles.queryOptions()).data?.some((one) => one.isUsed) === true
  const { data, error } = useQuery({ ...api.checks.pictures.queryOptions({ input: { imageIds: [imageId] } }), enabled: isUsed })
  if (!isUsed && !isFixed) return null
  const [found] = data ?? []
  return (
    <section className={classes.part}>
      <Title order={3} className={classes.heading}>
        Shop checks
      </Title>
      {isFixed && (
        <div className={classes.fix}>
          <Button size="xs" variant="default" onClick={() => void takeFixesBack([imageId])}>
            Take fixes back
          </Button>
        </div>
      )}
      {error && <UnreadNote what="The checks cannot be shown." error={error} />}
      {isUsed && found?.profiles.length === 0 && (
        <Text size="sm" c="dimmed">
          {noProfileForPlace}
        </Text>
      )}
      {found?.profiles.map((profile) => (
        <Profile key={profile.id} profile={profile} imageId={imageId} />
      ))}
    </section>
  )
}
