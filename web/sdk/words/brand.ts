/** What languages call themselves. */
export const LANGUAGE_NAMES = { en: "English", es: "Español", ar: "العربية" } as const;
