import { Button, Menu } from '@mantine/core'
import { useRef } from 'react'
import { acceptedPictures } from '../../../shared/pictures/accepted-pictures.ts'
import type { ProductRow } from '../../../shared/products/products.ts'
import { Icon } from '../../ui/icon.tsx'
import { WithheldButton } from '../../ui/withheld-button.tsx'
import { addFilesTo, pickFromLibrary } from './add-to-product.ts'
import { useIsOfWorkspace } from './use-is-of-workspace.ts'

/** Adds pictures to a product: of the library, or files of this computer. */
export const AddPicturesMenu = ({ product }: { readonly product: ProductRow }) => {
  const input = useRef<HTMLInputElement>(null)
  const isOfWorkspace = useIsOfWorkspace(product)
  if (!isOfWorkspace)
    return (
      <WithheldButton size="xs" leftSection={<Icon name="add" size={16} />} flex="none" withheld="Connect its workspace first.">
        Add pictures
      </WithheldButton>
    )
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="xs" leftSection={<Icon name="add" size={16} />} flex="none">
            Add pictures
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="library" size={16} />} onClick={() => pickFromLibrary(product)}>
            From the library…
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="file" size={16} />} onClick={() => input.current?.click()}>
            From this computer…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={acceptedPictures}
        aria-label="Pictures for this product"
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])]
          event.currentTarget.value = ''
          void addFilesTo(files, product)
        }}
      />
    </>
  )
}
