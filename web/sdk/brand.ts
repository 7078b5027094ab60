/** The product's name, in one place. */
export const BRAND = "Parley";

export const LANGUAGE_NAMES = { en: "English", es: "Español", ar: "العربية" } as const;
