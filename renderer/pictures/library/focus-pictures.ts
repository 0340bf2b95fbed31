/** What acted on the pictures is gone: its focus moves to them, instead of getting lost. */
export const focusPictures = (): void => document.querySelector<HTMLElement>('[role="grid"]')?.focus()
