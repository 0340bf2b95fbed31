import type { Page } from 'playwright'

// A person's actions and views in the window's library, for tests of the real page.

/** Connects a workspace with an API key, through the dialog. */
export const connectWithKey = async (page: Page, baseUrl: string): Promise<void> => {
  await page.getByRole('button', { name: 'Connect workspace' }).first().click()
  await page.getByRole('tab', { name: 'API key' }).click()
  await page.getByRole('textbox', { name: 'Address' }).fill(baseUrl)
  await page.getByLabel('API key').last().fill('key-of-a-test')
  await page.getByRole('dialog').getByRole('button', { name: 'Test and connect', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** The number of pictures beside the library's title; 0 if there is none. Read without forcing a layout of the page. */
export const countInLibrary = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const title = [...document.querySelectorAll('h1')].find((one) => one.textContent === 'Library')
    const words = title?.parentElement?.textContent ?? ''
    return Number(/([\d,]+) pictures?/.exec(words)?.[1]?.replaceAll(',', '') ?? 0)
  })

export type NotAddedRow = { readonly name: string; readonly reason: string }

/** Every row of “Files that were not added”, read by scrolling through the list; then it is closed. */
export const readNotAdded = async (page: Page): Promise<readonly NotAddedRow[]> => {
  const button = page.getByRole('button', { name: 'Show why' })
  if ((await button.count()) === 0) return []
  await button.click()
  const list = page.getByRole('group', { name: 'Files that were not added' })
  await list.waitFor()
  await list.getByRole('listitem').first().waitFor()
  const rows = new Map<number, NotAddedRow>()
  for (let size = 1; rows.size < size; ) {
    const shown = await list.evaluate((element) =>
      [...element.querySelectorAll('li')].map((row) => {
        const [name = '', ...reason] = row.innerText.split('\n').filter(Boolean)
        return { at: Number(row.ariaPosInSet), size: Number(row.ariaSetSize), name, reason: reason.join(' ') }
      }),
    )
    const before = rows.size
    for (const { at, name, reason } of shown) if (name) rows.set(at, { name, reason })
    size = shown[0]?.size ?? 0
    // Rows that a busy machine drew too late are read on the next way down.
    await list.evaluate((element) => {
      const isAtEnd = element.scrollTop + element.clientHeight >= element.scrollHeight - 1
      element.scrollTo(0, isAtEnd ? 0 : element.scrollTop + element.clientHeight / 2)
    })
    await page.waitForTimeout(before === rows.size ? 200 : 60)
  }
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  return [...rows.entries()].sort(([a], [b]) => a - b).map(([, row]) => row)
}
