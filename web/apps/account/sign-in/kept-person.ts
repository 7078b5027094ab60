/** A provider's data about a new user, stored from the return page until the registration form. */
import type { SocialPerson } from "#contract/people/sign-in/social.ts";

export type KeptPerson = SocialPerson & { readonly provider: string };

const KEY = "social-person";
const NAME_KEY = "social-name";

export const keepPerson = (person: KeptPerson): void => sessionStorage.setItem(KEY, JSON.stringify(person));

/** Of who has registered, the name waits for the form that asks for it. */
export function forgetPerson(registered?: KeptPerson): void {
  sessionStorage.removeItem(KEY);
  if (registered) sessionStorage.setItem(NAME_KEY, JSON.stringify(registered));
}

/** Once. */
export function takeName(): Pick<SocialPerson, "firstName" | "lastName"> | null {
  const kept = sessionStorage.getItem(NAME_KEY);
  sessionStorage.removeItem(NAME_KEY);
  return kept === null ? null : (JSON.parse(kept) as KeptPerson);
}

export function keptPerson(): KeptPerson | null {
  const kept = sessionStorage.getItem(KEY);
  return kept === null ? null : (JSON.parse(kept) as KeptPerson);
}
