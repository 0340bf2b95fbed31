import { Text, Title, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { CheckedProductPicture, ProductCheck, ProfileRow } from '../../shared/checks/requirement-checks.ts'
import { describeOtherPictures, describeProductCheck, namePlace, picturesWords } from '../../shared/checks/requirement-profiles-words.ts'
import { api } from '../queries.ts'
import { Icon } from '../ui/icon.tsx'
import { UnreadNote } from '../ui/unread-note.tsx'
import { CheckedRules } from './picture-checks.tsx'
import classes from './product-checks.module.css'
import { type ProductPictures, useProductChecks } from './use-product-checks.ts'

const looks = { failed: 'warn', 'not-checked': 'minus', passed: 'check' } as const

const PictureRules = ({ picture }: { readonly picture: CheckedProductPicture }) => {
  const id = useId()
  return (
    <div className={classes.picture}>
      <p id={id} className={classes.pictureName}>
        {namePlace(picture)}
      </p>
      <CheckedRules rules={picture.rules} labelledBy={id} />
    </div>
  )
}

const Found = ({ found, labelledBy }: { readonly found: ProductCheck; readonly labelledBy: string }) => (
  <div className={classes.found}>
    {found.rules.length > 0 && <CheckedRules rules={found.rules} labelledBy={labelledBy} />}
    {found.told.map((picture) => (
      <PictureRules key={picture.place} picture={picture} />
    ))}
    {describeOtherPictures(found).map((line) => (
      <p key={line} className={classes.quiet}>
        {line}
      </p>
    ))}
  </div>
)

type ProfileProps = { readonly profile: ProfileRow; readonly found: ProductCheck | undefined }

/** It stays, open or closed, while a new order is checked. */
const Profile = ({ profile, found }: ProfileProps) => {
  const id = useId()
  const verdict = found ? describeProductCheck(found) : null
  return (
    <details className={classes.profile} data-state={verdict?.state ?? 'not-checked'}>
      <summary>
        <Icon name={looks[verdict?.state ?? 'not-checked']} size={14} />
        <span>
          <span id={id} className={classes.name}>
            {profile.name}
          </span>
          {profile.pictures !== 'every' && <span className={classes.quiet}> (for {picturesWords[profile.pictures]})</span>}
          <span className={classes.quiet}>: {verdict ? `${verdict.text}.` : 'Checking…'}</span>
        </span>
      </summary>
      {found && <Found found={found} labelledBy={id} />}
    </details>
  )
}

/** Says what changed since the last answer, for a screen reader; `null`: there is no answer yet. */
const useSaid = (answer: string | null): string => {
  const [said, setSaid] = useState('')
  const last = useRef<string | null>(null)
  useEffect(() => {
    if (answer === null) return setSaid('')
    if (last.current !== null && last.current !== answer) setSaid(answer)
    last.current = answer
  }, [answer])
  return said
}

const sayAll = (profiles: readonly ProductCheck[]): string =>
  profiles.map((one) => `${one.name}: ${describeProductCheck(one).text}.`).join(' ')

type Props = {
  /** Names this part for a screen reader. */
  readonly label: string
  /** Of its heading. */
  readonly level: 3 | 4
  /** `null`: they are not known yet. */
  readonly pictures: ProductPictures | null
  /** Why these pictures can't be checked; `null`: they can. */
  readonly lack: string | null
}

/** What the profiles in use require of a product, and its pictures lack: the first, the others, how many there are. Nothing where none is in use. */
export const ProductChecks = ({ label, level, pictures, lack }: Props) => {
  const { data: profiles, error: unread } = useQuery(api.checks.profiles.queryOptions())
  const used = profiles?.filter(({ isUsed }) => isUsed) ?? []
  const { data, error } = useProductChecks(used.length > 0 && lack === null ? pictures : null)
  const said = useSaid(data && lack === null ? sayAll(data) : null)
  if (used.length === 0 && !unread) return null
  return (
    <section className={classes.part} aria-label={label}>
      <Title order={level} className={classes.heading}>
        Shop checks
      </Title>
      {unread || error ? (
        <UnreadNote what="The shop checks cannot be shown." error={unread ?? error} />
      ) : lack === null ? (
        used.map((profile) => <Profile key={profile.id} profile={profile} found={data?.find(({ id }) => id === profile.id)} />)
      ) : (
        <Text size="sm" c="dimmed">
          {lack}
        </Text>
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </section>
  )
}
