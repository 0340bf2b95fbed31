/** How files of question sets end. */
export const setFileEnding = '.packshot-questions'

/** Whether a file is opened as question sets, by its name; what it is, its text says. */
export const isQuestionSetFileName = (name: string): boolean => name.toLowerCase().endsWith(setFileEnding)
