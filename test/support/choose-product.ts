import type { Locator, Page } from 'playwright'

/** Enters a product into the one field for it, and waits until the field took it. */
export const chooseProduct = async (
  page: Locator | Page,
  product: { readonly create: string } | { readonly id: string } | { readonly known: string },
): Promise<void> => {
  const place = 'goto' in page ? page.getByRole('dialog') : page
  const field = place.getByRole('combobox', { name: 'Product', exact: true })
  if ('known' in product) await field.fill(product.known)
  else if ('create' in product) {
    await field.fill(product.create)
    await place.getByRole('option', { name: `Create “${product.create}”` }).click()
  } else {
    await field.fill(product.id)
    await place.getByRole('option', { name: `Use the ID “${product.id}”` }).click()
  }
  await place.getByRole('listbox', { name: 'Product: choices' }).waitFor({ state: 'detached' })
}
