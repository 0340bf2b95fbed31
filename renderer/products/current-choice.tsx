import { Radio, Stack, Textarea } from '@mantine/core'
import { useLayoutEffect, useState } from 'react'
import type { CurrentStatement } from '../../shared/jobs.ts'
import type { AttributeList } from '../../shared/products.ts'
import { countOf } from '../ui/format.ts'
import { describeConfirmed } from './describe-list.ts'

type Kind = CurrentStatement['kind']

type Props = {
  readonly known: AttributeList | null
  /** The list is replaced as a whole: a service that only adds cannot do that. */
  readonly isReplacement?: boolean
  readonly choose: (statement: CurrentStatement | null) => void
}

/** Ids as a person pastes them: by lines, commas or spaces. */
export const readIds = (text: string): string[] => text.split(/[\s,;]+/).filter((word) => word !== '')

/** What the product shows now, which only a person can tell: the service cannot be asked, and its list is replaced as a whole. */
export const CurrentChoice = ({ known, isReplacement = false, choose }: Props) => {
  const [kind, setKind] = useState<Kind | null>(null)
  const [text, setText] = useState('')
  // What was said of another product or list says nothing here: nothing is said until something is chosen here.
  useLayoutEffect(() => choose(null), [choose])
  const say = (next: Kind, ids: string) => {
    setKind(next)
    const list = readIds(ids)
    choose(next === 'ids' ? (list.length > 0 ? { kind: 'ids', ids: list } : null) : { kind: next })
  }
  return (
    <Radio.Group
      label="What does this product show now?"
      description="The workspace cannot be asked, and the whole list is replaced. Tell, so that nothing of a colleague’s is lost."
      value={kind}
      onChange={(value) => say(value as Kind, text)}
    >
      <Stack gap={8} mt={12}>
        <Radio
          value="nothing"
          label="Nothing"
          description={kind === 'nothing' && 'If it shows pictures after all, they are taken off the product.'}
        />
        {known && (
          <Radio
            value="as-known"
            label={`As Packshot knows it: ${countOf(known.sourceIds?.length ?? 0, 'picture')}, ${describeConfirmed(known, Date.now())}`}
          />
        )}
        <Radio value="ids" label="These sources" />
        {kind === 'ids' && (
          <Textarea
            ml={28}
            aria-label="Source IDs shown now"
            placeholder="Source IDs in their order, one to a line"
            autosize
            minRows={2}
            maxRows={5}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value)
              say('ids', event.currentTarget.value)
            }}
          />
        )}
        {!isReplacement && <Radio value="appends" label="This workspace adds to the list; it does not replace it" />}
      </Stack>
    </Radio.Group>
  )
}
