/** Exit code after a failure that was shown, so that `npm start` does not assume a missing runtime. */
export const shownFailureCode = 3
