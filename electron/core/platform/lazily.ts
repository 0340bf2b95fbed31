/** Opens something the first time it is needed, and once only; `opened` tells it without opening it. */
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
