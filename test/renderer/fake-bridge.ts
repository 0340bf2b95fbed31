import '../../renderer/without-eval.ts'
import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { styleNonceName } from '../../shared/base/window-host.ts'
import type { Contract } from '../../shared/contract.ts'
import { createFakeCore, type Scene } from './fake-core.ts'
import { drawPicture } from './fake-library.ts'

/** Replaces renderer/bridge.ts in the harness: the same exports, with a core in memory. */
const asked = new URLSearchParams(location.search)
const scene = (asked.get('scene') ?? 'full') as Scene

/** `?new`: as in a new data folder. Its core never answers: it is still being loaded. */
export const isNewLibrary = (): boolean => asked.has('new')
const silent = (): ContractRouterClient<Contract> => createORPCClient({ call: () => new Promise(() => {}) })

export const hostKind: 'electron' | 'browser' = scene === 'watched' ? 'electron' : 'browser'
export const styleNonce = (): string => document.querySelector<HTMLMetaElement>(`meta[name="${styleNonceName}"]`)?.content ?? ''
export const thumbnailUrl = (imageId: string): string => drawPicture(imageId)
export const previewUrl = thumbnailUrl
export const client: ContractRouterClient<Contract> = isNewLibrary() ? silent() : createFakeCore(scene).client

/** The added files, for tests to read. */
const handedOver: string[] = []
Object.assign(window, { handedOver })
export const nameDrop = (): string => '0'.repeat(32)
export const dropFiles = async (files: readonly File[]): Promise<void> => {
  handedOver.push(...files.map((file) => file.name))
}
export const filesOf = async (transfer: DataTransfer): Promise<{ files: File[]; unreadable: string[] }> => ({
  files: [...transfer.files],
  unreadable: [],
})
