/** Opens a value once, when first needed; `opened` returns it without opening it. */
export const lazily = <Thing>(open: () => Thing) => {
  let thing: Thing | undefined
  return {
    get: (): Thing => {
      thing ??= open()
      return thing
    },
    opened: (): Thing | undefined => thing,
  }
}
