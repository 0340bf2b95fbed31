import type { ListDoubt, ListQuestion } from './products.ts'

type List = { readonly product: string; readonly attribute: string }

/** What can go wrong with products and their lists. `product`: a name or an id, to call it by. */
export type ProductsFailure<Cause> =
  | { readonly kind: 'product-unknown'; readonly productRef: string }
  | { readonly kind: 'product-not-created'; readonly product: string }
  /** Of one that the queue works for. */
  | { readonly kind: 'product-without-id' }
  | { readonly kind: 'product-id-empty' }
  /** A person changed it, and nothing would name it. */
  | { readonly kind: 'product-names-nothing' }
  | { readonly kind: 'product-id-taken'; readonly productId: string }
  | { readonly kind: 'product-gtin-wrong'; readonly gtin: string }
  /** It is not in the list. */
  | { readonly kind: 'product-not-listed' }
  /** Some of its work is under way, or may have been done. */
  | { readonly kind: 'product-busy' }
  /** Both that are to be merged are one already. */
  | { readonly kind: 'products-are-one' }
  /** One that is to become a part of another one has variants. */
  | { readonly kind: 'product-has-variants' }
  | { readonly kind: 'product-name-empty' }
  /** It was chosen from products that are others now: a new list came in, or another workspace is used. */
  | { readonly kind: 'chosen-product-gone' }
  /** Products of the imported list share this name. */
  | { readonly kind: 'product-name-shared'; readonly name: string; readonly products: number }
  /** A person said that it exists, and gave no id. */
  | { readonly kind: 'existing-id-missing' }
  /** A person said that the id is wrong, and gave no other. */
  | { readonly kind: 'right-id-missing' }
  | { readonly kind: 'same-product-id'; readonly productId: string }
  /** The workspace no longer has it. */
  | { readonly kind: 'product-gone'; readonly productId: string; readonly because: Cause }
  /** The service adds to the list, so it can't be replaced. */
  | { readonly kind: 'list-only-grows'; readonly attribute: string }
  | { readonly kind: 'source-id-empty' }
  /** Only what sent pictures again is undone so. */
  | { readonly kind: 'not-sent-again'; readonly action: string }
  | { readonly kind: 'no-pictures-to-attach' }
  | { readonly kind: 'pictures-not-uploaded'; readonly left: number; readonly total: number }
  /** It would be replaced, and a person has to say what it holds. */
  | (List & { readonly kind: 'list-unknown'; readonly why: ListQuestion; readonly doubt: ListDoubt | null })
  /** It would be replaced, and a person has to agree. `known`: what it held when it was last known. */
  | (List & {
      readonly kind: 'text-unknown'
      readonly why: Exclude<ListQuestion, 'no-answer'>
      readonly doubt: ListDoubt | null
      readonly known: string | null
    })
  /** It holds a list, such as that of the pictures, which a text would replace. */
  | (List & { readonly kind: 'attribute-is-list' })
  /** It holds a text, which a list would replace. */
  | (List & { readonly kind: 'attribute-is-text' })
  | { readonly kind: 'no-texts' }
  /** What an attribute holds was stated, but for no job. */
  | { readonly kind: 'text-without-job' }
  /** It was stated for a job that sets no text, or together with another choice. */
  | { readonly kind: 'text-without-use'; readonly jobId: string }
  | { readonly kind: 'text-too-long'; readonly length: number; readonly limit: number }
  | { readonly kind: 'attribute-empty' }
  /** Two texts for the same attribute of the same product. */
  | { readonly kind: 'text-twice'; readonly attribute: string }
  /** “As known” about a list of which nothing is known. */
  | (List & { readonly kind: 'nothing-known-of-list' })
  /** A statement leaves out `ids`, which we know of since `since`, or `maybe`, which may have arrived. */
  | (List & {
      readonly kind: 'statement-incomplete'
      readonly ids: readonly string[]
      readonly maybe: readonly string[]
      /** Milliseconds since 1970. */
      readonly since: number | null
    })
  /** A list was read that doesn't show the change before. */
  | { readonly kind: 'list-behind'; readonly productId: string; readonly attribute: string }
