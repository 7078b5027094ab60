/** Names of languages in their own language. */
export const LANGUAGE_NAMES = { en: "English", es: "Español", ar: "العربية" } as const;
