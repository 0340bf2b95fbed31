let languages: Intl.DisplayNames | undefined

/** A language in English, by its BCP 47 code. */
export const nameLanguage = (code: string): string => {
  languages ??= new Intl.DisplayNames(['en'], { type: 'language' })
  return languages.of(code) ?? code
}
