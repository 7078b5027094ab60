/** In `localStorage`: the language that the reader chose, or that a suggestion of another was closed. Then none is suggested. */
export const LANGUAGE_CHOSEN = "language_chosen";
