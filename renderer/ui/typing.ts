const typed: ReadonlySet<string> = new Set(['text', 'search', 'url', 'email', 'password', 'number', 'tel', 'date', 'time'])

/** Keys pressed here belong to the text in this field. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && typed.has(target.type)) ||
  (target instanceof HTMLElement && target.isContentEditable)
