import type { Page } from 'playwright-core'

type Dragged = { readonly items: readonly { readonly mimeType: string; readonly data: string }[]; readonly files: readonly string[] }

const dragOnto = async (page: Page, selector: string, dragged: Dragged): Promise<void> => {
  const box = await page.locator(selector).boundingBox()
  if (!box) throw new Error(`${selector} is not shown`)
  const session = await page.context().newCDPSession(page)
  const data = { items: [...dragged.items], files: [...dragged.files], dragOperationsMask: 1 }
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2, data }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) await session.send('Input.dispatchDragEvent', { type, ...at })
  await session.detach()
}

/** A real drag of files from outside onto the middle of an element: what Chromium does when a file manager lets go. */
export const dragFilesOnto = (page: Page, selector: string, files: readonly string[]): Promise<void> =>
  dragOnto(page, selector, { items: [], files })

/** What a browser gives for a picture inside a link: the link's address, and the picture's own in its HTML only. */
export const dragLinkedPictureOnto = (page: Page, selector: string, link: string, picture: string): Promise<void> =>
  dragOnto(page, selector, {
    items: [
      { mimeType: 'text/uri-list', data: link },
      { mimeType: 'text/html', data: `<a href="${link}"><img src="${picture}" alt="A mug"></a>` },
    ],
    files: [],
  })

/** The same with text, or with addresses as a browser gives them (`text/uri-list`, RFC 2483). */
export const dragTextOnto = (page: Page, selector: string, text: string, mimeType = 'text/plain'): Promise<void> =>
  dragOnto(page, selector, { items: [{ mimeType, data: text }], files: [] })
