import { Badge, Button, Text, Title } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import type { Answer } from '../../../shared/answers/questions.ts'
import { countOf } from '../../../shared/base/number-words.ts'
import type { PictureDetails as Known } from '../../../shared/pictures/library.ts'
import { describeOtherQuality, formatNames, sentAsItIsWords } from '../../../shared/pictures/picture-formats-words.ts'
import { callProduct } from '../../../shared/products/product-names-words.ts'
import { aboutEarlierFileWords } from '../../../shared/products/send-again-words.ts'
import { getsNewPixels } from '../../../shared/service/sending.ts'
import { describeKept } from '../../../shared/service/sending-words.ts'
import { JobLine } from '../../activity/job-line.tsx'
import { AnswerText } from '../../answers/questions/answer-text.tsx'
import { OtherAnswers } from '../../answers/questions/other-answers.tsx'
import { previewUrl } from '../../bridge.ts'
import { SendAgainOffer } from '../../products/send-again/send-again.tsx'
import { ErrorText } from '../../ui/error-text.tsx'
import { formatBytes, formatTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { separate } from './changed-files.tsx'
import classes from './picture-details.module.css'
import { MarksInWords } from './picture-marks.tsx'
import { SentFacts, SentPair } from './sent-pair.tsx'
import { enlarge } from './use-press.ts'

/** Loaded when a picture is shown first. */
const PictureChecks = lazy(async () => ({ default: (await import('../../checks/picture-checks.tsx')).PictureChecks }))

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className={classes.part}>
    <Title order={3} className={classes.heading}>
      {title}
    </Title>
    {children}
  </section>
)

/** Which version counts; it may become a picture of its own again. */
const VersionFact = ({ row }: { readonly row: Known['row'] }) => (
  <>
    {row.version}{' '}
    <Button size="compact-xs" variant="subtle" color="gray" onClick={() => void separate([row.id])}>
      Make it a picture of its own
    </Button>
  </>
)

const FactList = ({ facts }: { readonly facts: readonly (readonly [string, ReactNode])[] }) => (
  <dl className={classes.facts}>
    {facts.map(([term, value]) => (
      <div key={term}>
        <dt>{term}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

const Facts = ({ details }: { readonly details: Known }) => {
  const { row, changes, origin, sourceId } = details
  // Of a converted picture they are below its two pictures.
  const ofFile = [
    ['Format', `${formatNames[row.format]}, ${formatBytes(row.bytes)}`],
    ['Size', `${row.width} × ${row.height} pixels`],
    ['Sent', changes.length === 0 ? sentAsItIsWords : describeKept(row)],
  ] as const
  return (
    <FactList
      facts={[
        ...(getsNewPixels(changes) ? [] : ofFile),
        ['Added', formatTime(row.addedAt)],
        ['From', <bdi key="from">{origin}</bdi>],
        ...(row.version > 1 ? ([['Version', <VersionFact key="version" row={row} />]] as const) : []),
        ...(sourceId ? ([['Source', <code key="source">{sourceId}</code>]] as const) : []),
      ]}
    />
  )
}
const OwnPicture = ({ row }: Pick<Known, 'row'>) => (
  <button type="button" className={classes.preview} aria-label="Enlarge" onClick={() => enlarge(row.id)}>
    <img src={previewUrl(row.id, row.version)} alt={row.name} decoding="async" />
  </button>
)

const isSameQuestion = (one: Answer, other: Answer): boolean => one.question === other.question && one.connectionId === other.connectionId

/** Which file of the picture an answer is about, where it is another one. */
const AboutFile = ({ details: { otherQualities, aboutEarlierFile }, jobId }: { readonly details: Known; readonly jobId: string }) => {
  const quality = otherQualities[jobId]
  if (aboutEarlierFile.includes(jobId)) return <p className={classes.about}>{aboutEarlierFileWords}</p>
  return quality === undefined ? null : <p className={classes.about}>{describeOtherQuality(quality)}</p>
}

/** One picture: its image, facts, answers, products and history. */
export const PictureDetails = ({ details }: { readonly details: Known }) => {
  const { row, changes, answers, earlierAnswers, attachments, history } = details
  const isConverted = getsNewPixels(changes)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex lint/a11y/useSemanticElements: a scrolled part must be reachable by keyboard (WCAG 2.1.1)
    <div className={classes.scroll} tabIndex={0} role="group" aria-label={row.name}>
      {isConverted ? <SentPair details={details} /> : <OwnPicture row={row} />}
      <div className={classes.title}>
        <Title order={2} className={classes.name}>
          {row.name}
        </Title>
        <div className={classes.marks}>
          <MarksInWords row={row} />
          {row.hasGps && (
            <Badge color="yellow" leftSection={<Icon name="pin" size={12} />} className={classes.gps}>
              Contains its GPS location{changes.includes('personal') ? ', which is not sent' : ''}
            </Badge>
          )}
        </div>
      </div>
      {row.reason && (
        <div className={classes.trouble}>
          <Icon name="warn" size={16} />
          <span>
            <ErrorText of={row.reason} part="message" />
          </span>
        </div>
      )}
      <SendAgainOffer imageIds={new Set([row.id])} />
      {isConverted && (
        <Part title="Sent file">
          <SentFacts details={details} />
        </Part>
      )}
      <Part title="Facts">
        <Facts details={details} />
      </Part>
      <Suspense fallback={null}>
        <PictureChecks key={row.id} imageId={row.id} isFixed={row.fixes !== undefined} />
      </Suspense>
      <Part title={answers.length === 0 ? 'Answers' : countOf(answers.length, 'answer')}>
        {answers.map((answer) => (
          <div key={answer.jobId} className={classes.answer}>
            <Text size="sm" c="dimmed">
              {answer.question}
            </Text>
            <AnswerText answer={answer} />
            <AboutFile details={details} jobId={answer.jobId} />
            <OtherAnswers answers={earlierAnswers.filter((one) => isSameQuestion(one, answer))} />
          </div>
        ))}
        {answers.length === 0 && (
          <Text size="sm" c="dimmed">
            {row.questions > 0 ? `${countOf(row.questions, 'question')} not answered yet.` : 'No questions yet.'}
          </Text>
        )}
      </Part>
      <Part title="Products">
        {attachments.map((one) => (
          <Text key={`${one.productRef} ${one.attribute}`} size="sm">
            {callProduct(one)} <span className={classes.quiet}>{one.attribute}</span>
          </Text>
        ))}
        {attachments.length === 0 && (
          <Text size="sm" c="dimmed">
            Not attached to a product.
          </Text>
        )}
      </Part>
      {history.length > 0 && (
        <Part title="History">
          {history.map((job) => (
            <JobLine key={job.id} job={job} productName={job.productName} />
          ))}
        </Part>
      )}
    </div>
  )
}
