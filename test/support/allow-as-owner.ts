import { decideInWorkspace } from '../../electron/cli/demo/allow-in-workspace.ts'
import { entranceParameter } from '../../electron/core/base/platform/sample-proof.ts'
import { withEntrance } from '../../electron/core/workspaces/sample/sample-owner.ts'

/** The folders of the workspaces that this process runs, by their origin. */
const folders = new Map<string, string>()

export const ownWorkspace = (baseUrl: string, folder: string): void => void folders.set(new URL(baseUrl).origin, folder)

/** The address, which lets the browser of the workspace's owner in: Packshot adds that for the sample workspace of its own data folder only. */
export const asOwner = async (address: string): Promise<string> => {
  const { origin, searchParams } = new URL(address)
  const folder = folders.get(origin)
  return folder === undefined || searchParams.has(entranceParameter) ? address : withEntrance(folder, address)
}

/** Decides on the consent page as the owner of the workspace. Resolves to the redirect's address. */
export const allowAsOwner = async (address: string, decision: 'allow' | 'deny' = 'allow'): Promise<string> =>
  decideInWorkspace(await asOwner(address), decision)
