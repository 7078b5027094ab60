/** A provider's data about a new user, stored from the return page until the registration form. */
import type { SocialPerson } from "#contract/people/social.ts";

export type KeptPerson = SocialPerson & { readonly provider: string };

const KEY = "social-person";

export const keepPerson = (person: KeptPerson): void => sessionStorage.setItem(KEY, JSON.stringify(person));

export const forgetPerson = (): void => sessionStorage.removeItem(KEY);

export function keptPerson(): KeptPerson | null {
  const kept = sessionStorage.getItem(KEY);
  return kept === null ? null : (JSON.parse(kept) as KeptPerson);
}
