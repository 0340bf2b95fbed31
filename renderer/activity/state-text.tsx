import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { longestText } from '../../shared/products/product-texts.ts'
import type { JobRow } from '../../shared/queue/jobs.ts'
import { nameProduct } from '../products/ledger/name-product.ts'
import { useKnownProduct } from '../products/ledger/use-known-product.ts'
import { tell } from '../ui/tell.tsx'
import { StateDialog, StateForm, type StateProps, useStatement } from './state-form.tsx'

/** What was last known of it. */
const knownText = ({ status }: JobRow): string =>
  status.state === 'parked' && status.reason.failure.kind === 'text-unknown' ? (status.reason.failure.known ?? '') : ''

const TextForm = ({ job, close }: StateProps) => {
  const { work } = job
  const [text, setText] = useState(() => knownText(job))
  const isText = work.operation === 'set-text'
  const product = useKnownProduct(isText ? { by: 'ref', ref: work.productRef } : null)
  const retry = useStatement({ job, close }, () => tell('Text queued', { text: 'The current text can be restored later.' }))
  return (
    <StateForm productId={product?.productId ?? null} retry={retry} statement={{ currentText: text }} close={close}>
      <Textarea
        label={`“${isText ? work.attribute : ''}” of ${product ? nameProduct(product) : 'the product'} in the workspace now`}
        description="Copy it from the workspace. Leave this empty if it is empty there."
        autosize
        minRows={3}
        maxRows={12}
        maxLength={longestText}
        data-autofocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </StateForm>
  )
}

/** For a text that would replace an unknown one: a person says what is there, so that it can be restored. */
export const StateText = ({ isOpen, job, close }: StateProps & { readonly isOpen: boolean }) => (
  <StateDialog isOpen={isOpen} close={close} title="Enter the current text">
    <TextForm job={job} close={close} />
  </StateDialog>
)
