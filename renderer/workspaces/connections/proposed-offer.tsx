import { Button, Checkbox, Group, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { labels } from '../../../shared/base/label-words.ts'
import type { ConnectionOffer, OfferRelation, OfferSummary } from '../../../shared/workspaces/workspaces.ts'
import { OfferedSets } from '../../answers/question-sets/offered-sets.tsx'
import { Note } from '../../ui/note.tsx'
import { describeProblem } from '../../ui/read-problem.ts'
import { OfferFacts } from './offer-facts.tsx'
import { ProxyHelp } from './proxy-help.tsx'
import type { useOfferActions } from './use-offer.ts'

type Choice = 'known' | 'new'

const choicesOf = (relation: Extract<OfferRelation, { kind: 'moved' | 'similar' }>, { baseUrl, from }: OfferSummary) => {
  const source = from === 'link' ? 'link' : 'file'
  return relation.kind === 'moved'
    ? {
        question: `You have a workspace “${relation.name}” at ${relation.baseUrl}. This ${source} says that it is at ${baseUrl} now, which Packshot can’t check.`,
        known: `It moved. Work waiting for “${relation.name}” goes to ${baseUrl}.`,
        new: labels.keepBothWorkspaces,
      }
    : {
        question: `You have a workspace called “${relation.name}” at ${relation.baseUrl}, with other access.`,
        known: `It is the same one, with new access. Its queue, answers and products stay.`,
        new: labels.keepBothWorkspaces,
      }
}

const Relation = ({
  summary,
  choice,
  choose,
}: {
  readonly summary: OfferSummary
  readonly choice: Choice
  readonly choose: (choice: Choice) => void
}) => {
  const { relation } = summary
  if (relation.kind === 'new') return null
  if (relation.kind === 'same')
    return (
      <Text size="sm">
        You know this workspace{relation.name ? ` as “${relation.name}”` : ''}. Its secret is replaced; its queue, answers and products
        stay.
      </Text>
    )
  const words = choicesOf(relation, summary)
  return (
    <Radio.Group label={words.question} value={choice} onChange={(value) => choose(value as Choice)}>
      <Stack gap={8} mt={8}>
        <Radio value="new" label={words.new} />
        <Radio value="known" label={words.known} />
      </Stack>
    </Radio.Group>
  )
}

type Props = {
  readonly offer: Extract<ConnectionOffer, { stage: 'proposed' }>
  readonly actions: Pick<ReturnType<typeof useOfferActions>, 'accept' | 'dismiss'>
}

/** The connection's details, whether it is a known one, and the one button. */
export const ProposedOffer = ({ offer, actions }: Props) => {
  const { summary, problem } = offer
  const [choice, setChoice] = useState<Choice>('new')
  const [replaceSets, setReplaceSets] = useState<readonly string[]>([])
  const [allowsWeaker, setAllowsWeaker] = useState(false)
  const needsTick = summary.from === 'link' && summary.departures.some(({ weakens }) => weakens)
  const needsChoice = summary.relation.kind === 'moved' || summary.relation.kind === 'similar'
  return (
    <Stack gap={16}>
      <OfferFacts summary={summary} />
      <Relation summary={summary} choice={choice} choose={setChoice} />
      {needsTick && (
        <Checkbox
          label="This link turns protections off, as listed above. I expected that, and it is right."
          checked={allowsWeaker}
          onChange={(event) => setAllowsWeaker(event.currentTarget.checked)}
        />
      )}
      {summary.questionSets.length > 0 && <OfferedSets sets={summary.questionSets} replace={replaceSets} setReplace={setReplaceSets} />}
      <Text size="sm" c="dimmed">
        Packshot can’t see which workspace this is. Check the name on the page in your browser, and the address above: your pictures go
        there.
        {summary.relation.kind !== 'same' && ' Packshot asks you afterwards, and sends nothing until then.'}
      </Text>
      {problem && (
        <Note tone="bad" title="Not connected" isAlert action={<ProxyHelp code={problem.code} />}>
          {describeProblem(problem).message} {describeProblem(problem).action}
        </Note>
      )}
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={() => actions.dismiss.mutate(undefined)}>
          Not now
        </Button>
        <Button
          data-autofocus
          disabled={needsTick && !allowsWeaker}
          loading={actions.accept.isPending}
          onClick={() => actions.accept.mutate({ as: needsChoice ? choice : null, replaceSets, allowsWeaker })}
        >
          Connect in the browser
        </Button>
      </Group>
    </Stack>
  )
}
