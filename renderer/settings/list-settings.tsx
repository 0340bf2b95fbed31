import { Button, Group, Select, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type Connection, listEditors } from '../../shared/connection.ts'
import { editorWords } from '../../shared/words/product-lists.ts'
import { SettingRow } from './setting-row.tsx'
import { findProblem, useConnectionChange } from './use-connection-change.ts'

const EditorsSetting = ({ connection }: { readonly connection: Connection }) => {
  const { change, isPending } = useConnectionChange()
  const editors = connection.listEditors ?? 'sometimes'
  return (
    <SettingRow name={editorWords.question} about={editorWords.meanings[editors]}>
      <Select
        aria-label={editorWords.question}
        w={200}
        allowDeselect={false}
        disabled={isPending}
        data={listEditors.options.map((value) => ({ value, label: editorWords.names[value] }))}
        value={editors}
        onChange={(value) => change({ listEditors: value as Connection['listEditors'] & string })}
      />
    </SettingRow>
  )
}

const ProductPageSetting = ({ connection }: { readonly connection: Connection }) => {
  const saved = connection.productAddress ?? ''
  const [address, setAddress] = useState(saved)
  const { change, isPending, problems, forget } = useConnectionChange()
  const save = (event: FormEvent) => {
    event.preventDefault()
    change({ productAddress: address.trim() === '' ? null : address.trim() })
  }
  return (
    <SettingRow name="Product page" about="The address of a product in the workspace, with {productId} in place of its ID.">
      <form aria-label="Product page" noValidate onSubmit={save}>
        <Group gap={8} wrap="nowrap" align="flex-start">
          <TextInput
            aria-label="Address of a product’s page"
            placeholder="https://…/{productId}"
            w={240}
            spellCheck={false}
            error={findProblem(problems, 'productAddress')}
            value={address}
            onChange={({ currentTarget }) => {
              forget()
              setAddress(currentTarget.value)
            }}
          />
          <Button type="submit" variant="default" loading={isPending} disabled={address.trim() === saved}>
            Save page
          </Button>
        </Group>
      </form>
    </SettingRow>
  )
}

/** What Packshot needs to know of a workspace to keep the lists of its products safe. */
export const ListSettings = ({ connection }: { readonly connection: Connection }) => (
  <>
    <EditorsSetting connection={connection} />
    <ProductPageSetting key={`page ${connection.productAddress}`} connection={connection} />
  </>
)
