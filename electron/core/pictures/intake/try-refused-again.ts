import { folderOfRefusal } from '../../../../shared/pictures/refused-place.ts'
import type { ImageStore } from '../library/picture-store.ts'
import type { RefusedFrom } from '../library/refusals.ts'
import type { FollowedIntake } from './follow-intake.ts'
import { sortNamed } from './intake.ts'

type Ports = { readonly images: Pick<ImageStore, 'listRefusedWith'>; readonly addPictures: FollowedIntake['addPictures'] }

/** `left`: came without a path, so that Packshot can't read them again. */
export type TriedAgain = { readonly added: number; readonly known: number; readonly refused: number; readonly left: number }

type Tried = RefusedFrom & { readonly path: string }

/** Adds refused files again, each as a part of the drop that it came with; `paths` empty: all of them. */
export const tryRefusedAgain = async (paths: readonly string[], { images, addPictures }: Ports): Promise<TriedAgain> => {
  const chosen = images.listRefusedWith(paths)
  const again: readonly Tried[] = chosen.filter((one) => folderOfRefusal(one) !== null)
  const total = { added: 0, known: 0, refused: 0 }
  const drops = new Map<string | null, Tried[]>()
  for (const one of again) {
    const files = drops.get(one.drop)
    if (files) files.push(one)
    else drops.set(one.drop, [one])
  }
  for (const [drop, files] of drops) {
    const { added, known, refused } = await addPictures({
      ...sortNamed(files.map(({ path }) => path)),
      recursive: true,
      upload: true,
      named: files.map(({ path, root }) => root ?? path),
      ...(drop === null ? {} : { drop }),
    })
    total.added += added.length
    total.known += known.length
    total.refused += refused.length
  }
  return { ...total, left: chosen.length - again.length }
}
