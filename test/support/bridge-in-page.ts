import type { ContractRouterClient } from '@orpc/contract'
import type { Page } from 'playwright'
import type { Contract } from '../../shared/contract.ts'

/** The values that the page of test/support/bridge-page puts into its window. */
export type PageWithBridge = {
  readonly bridge: {
    readonly client: ContractRouterClient<Contract>
    readonly hostKind: string
    readonly thumbnailUrl: (imageId: string) => string
    readonly previewUrl: (imageId: string) => string
    readonly dropFiles: (files: readonly unknown[], recursive: boolean) => Promise<void>
  }
  /** Drops that failed, and violations of the page's policy. */
  readonly failures: readonly string[]
}

type Failed = { readonly failed: { readonly name: string; readonly code: string; readonly message: string; readonly action: string } }

export const waitForBridge = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => 'bridge' in globalThis)
}

/** Calls `group.name` of the contract from inside the page; an error is returned as data. */
export const callFromPage = <T>(page: Page, call: string, input?: unknown): Promise<T | Failed> =>
  page.evaluate(
    async ([path, given]) => {
      const { bridge } = globalThis as unknown as {
        bridge: { client: Record<string, Record<string, (input: unknown) => Promise<unknown>>> }
      }
      const [group = '', name = ''] = path.split('.')
      try {
        return await bridge.client[group]?.[name]?.(given)
      } catch (error) {
        const { name: kind, code, message, action } = error as Record<string, string>
        return { failed: { name: kind, code, message, action } }
      }
    },
    [call, input] as const,
  ) as Promise<T | Failed>

export const failuresIn = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => (globalThis as unknown as PageWithBridge).failures)

/** The names of the library's pictures once there are `count`; after `limitMs`, whichever there are. */
export const namesInLibrary = async (page: Page, count: number, limitMs = 30_000): Promise<readonly string[]> => {
  const begun = Date.now()
  for (;;) {
    const images = await callFromPage<{ name: string }[]>(page, 'pictures.list')
    if ('failed' in images) throw new Error(`images.list: ${images.failed.message}`)
    if (images.length >= count || Date.now() - begun > limitMs) return images.map((image) => image.name)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
