/** What a provider has said of a newcomer, from the page that it leads back to until the form of a new account. */
import type { SocialPerson } from "#contract/people/social.ts";

export type KeptPerson = SocialPerson & { readonly provider: string };

const KEY = "social-person";

export const keepPerson = (person: KeptPerson): void => sessionStorage.setItem(KEY, JSON.stringify(person));

export const forgetPerson = (): void => sessionStorage.removeItem(KEY);

export function keptPerson(): KeptPerson | null {
  const kept = sessionStorage.getItem(KEY);
  return kept === null ? null : (JSON.parse(kept) as KeptPerson);
}
