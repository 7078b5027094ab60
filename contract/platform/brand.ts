/** The product's name, in one place: of pages, texts, emails, authenticator apps and reserved usernames. */
export const BRAND = "Parley";
