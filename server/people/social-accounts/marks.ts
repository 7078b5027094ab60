/** Which parts of an attempt, and of an account at a provider, are stored as a digest, and which are sealed. */
import { createHash } from "node:crypto";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { Caller } from "../../platform/http/policy.ts";
import type { SocialIdentity } from "../../platform/outside/providers/open-id.ts";
import { seal, unseal } from "../../platform/sealed.ts";
import type { Held } from "./rows.ts";

const digest = (what: string, text: string) => createHash("sha256").update(`${what}:${text}`).digest();

export const hashOfState = (state: string) => digest("social-state", state);

export const challengeOf = (codeVerifier: string) => createHash("sha256").update(codeVerifier).digest("base64url");

/** By the cookie and the name of the browser, as a sign-in that waits is. Refuses social.gone. */
export function heldBy({ signIn, userAgent }: Pick<Caller, "signIn" | "userAgent">): Held {
  if (signIn === undefined) throw new Refusal("social.gone");
  return { tokenHash: digest("social", signIn), browserHash: digest("browser", userAgent) };
}

export const hashOfSubject = ({ issuer, subject }: Pick<SocialIdentity, "issuer" | "subject">) =>
  createHash("sha256")
    .update(JSON.stringify([issuer, subject]))
    .digest();

/** "a…@example.org": its owner knows it by that. */
export const hinted = (email: string) => email.replace(/^(.)[^@]*/, "$1…");

export type ProviderPerson = Pick<SocialIdentity, "email" | "firstName" | "lastName">;
const placeOf = (publicId: string) => `social_attempts.person:${publicId}`;

export const sealPerson = ({ email, firstName, lastName }: ProviderPerson, publicId: string) =>
  seal(JSON.stringify({ email, firstName, lastName }), placeOf(publicId));

export const openPerson = (sealed: Uint8Array, publicId: string): ProviderPerson =>
  JSON.parse(unseal(sealed, placeOf(publicId)));
