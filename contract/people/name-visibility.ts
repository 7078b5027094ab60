/** The visibility of a user's name, and its form. */

/** As it is stored. The first two are for all signed-in users, `everyone` is for visitors as well. */
export const NAME_VISIBILITIES = [
  "first_name_initial",
  "full_name",
  "everyone",
  "trusted",
  "trusted_and_partners",
  "hidden",
] as const;
export type NameVisibility = (typeof NAME_VISIBILITIES)[number];

/** Other words that the given API has for two of them. */
export const VISIBILITY_WORDS = { YES: "everyone", NO: "hidden" } as const;

/** Of a company: its legal name, or its approved trading name. Without one both are the legal name. */
export const COMPANY_VISIBILITIES = ["legal_entity_name", "business_name"] as const;

/** Everything that may be asked for. */
export const ASKED_VISIBILITIES = [...NAME_VISIBILITIES, "YES", "NO", ...COMPANY_VISIBILITIES] as const;
export type AskedVisibility = (typeof ASKED_VISIBILITIES)[number];
