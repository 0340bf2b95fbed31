import { uncheckedProductWords } from '../../../shared/checks/requirement-profiles-words.ts'
import { ProductChecks } from '../../checks/product-checks.tsx'
import type { AttachedPictures } from './use-attached-pictures.ts'

type Props = {
  /** The product's pictures once these are attached. */
  readonly after: AttachedPictures
  /** A person has to say what the product has now. */
  readonly mustSay: boolean
}

/** What shops require of the product that these pictures make, before they are attached. */
export const AttachedChecks = ({ after: { pictures, lack }, mustSay }: Props) => {
  const words = { unknown: mustSay ? uncheckedProductWords.said : uncheckedProductWords.known, unread: uncheckedProductWords.names }
  return <ProductChecks label="Shop checks of the product" level={3} pictures={pictures} lack={lack && words[lack]} />
}
