/** Shows the server who one is, for one thing: by what was typed, or by a passkey that the browser asks for. */
import { BRAND } from "#contract/platform/brand.ts";
import type { TwoFactor } from "#contract/people/sign-in/two-factor.ts";
import {
  type Assertion,
  challengeText,
  type FactorAct,
  type NewPasskey,
  type ProofFor,
  type ShownQuote,
} from "#contract/people/sign-in/proofs.ts";
import { Declined } from "../declined.ts";
import type { PageKit } from "../page-kit.ts";
import { TWO_FACTOR, type Typed } from "./use-proof.ts";

type Page = Pick<PageKit, "call" | "nowMs" | "queries" | "t">;
type Wanted = ProofFor | FactorAct;
/** As it travels. */
type ShownFields =
  | { password: string }
  | { code: string }
  | { passkey: Assertion }
  | { sms_code: string }
  | { email_code: string }
  | { push_code: string }
  | { telegram_code: string };

/** Throws Declined, also where the person turns the browser's question away. */
export async function prove(page: Page, typed: Typed, wanted: ProofFor, quote: ShownQuote = {}): Promise<void> {
  const shown = await shownFor(page, typed, wanted, quote);
  const { prove } = await import("#contract/people/sign-in/auth.ts");
  await page.call(prove, { body: { for: wanted, ...shown } });
  // The rest of the daily limit has changed.
  void page.queries.client?.invalidateQueries({ queryKey: TWO_FACTOR });
}

export async function shownFor(page: Page, typed: Typed, wanted: Wanted, quote: ShownQuote = {}): Promise<ShownFields> {
  if (typed.method === "sms_code") return { sms_code: typed.text };
  if (typed.method === "push_code") return { push_code: typed.text };
  if (typed.method === "telegram_code") return { telegram_code: typed.text };
  if (typed.method === "email_code") return { email_code: typed.text };
  if (typed.method === "password") return { password: typed.text };
  if (typed.method === "code") return { code: typed.text };
  // It signs in and takes away what is lost.
  if (typed.method === "recovery_code") throw new Error("a recovery code confirms nothing");
  return { passkey: await assertion(page, typed.passkeyIds, { wanted, quote }) };
}

/** Of what is lost: a recovery code as well. */
export async function shownToRemove(page: Page, typed: Typed, wanted: FactorAct) {
  return typed.method === "recovery_code" ? { recovery_code: typed.text.trim() } : shownFor(page, typed, wanted);
}

/** After the password, which was the first step. */
export async function shownAtSignIn(page: Page, typed: Typed, wanted: FactorAct) {
  const shown = await shownToRemove(page, typed, wanted);
  if ("password" in shown) throw new Error("a password is no second step");
  return shown;
}

/** The same of a factor alone; nothing where there is none. */
export async function factorFor(page: Page, typed: Typed | null, wanted: FactorAct): Promise<FactorFields> {
  if (!typed || typed.method === "password" || typed.method === "recovery_code") return {};
  const shown = await shownFor(page, typed, wanted);
  return "passkey" in shown || "code" in shown ? shown : {};
}
type FactorFields = { passkey?: Assertion; code?: string };

/** The signer builds the same text from its own data, so a passkey's signature is valid for this act only. */
async function challengeOf(page: Page, wanted: Wanted, quote: ShownQuote) {
  const askedAt = Math.floor(page.nowMs() / 1000);
  const library = await import("@simplewebauthn/browser");
  const text = new TextEncoder().encode(challengeText(wanted, { askedAt, ...quote }));
  const challenge = library.bufferToBase64URLString(await crypto.subtle.digest("SHA-256", text));
  return { askedAt, challenge, library };
}

async function assertion(
  page: Page,
  passkeyIds: readonly string[],
  { wanted, quote }: { wanted: Wanted; quote: ShownQuote },
): Promise<Assertion> {
  const { askedAt, challenge, library } = await challengeOf(page, wanted, quote);
  const allowCredentials = passkeyIds.map((id) => ({ type: "public-key" as const, id }));
  const optionsJSON = { challenge, allowCredentials, userVerification: "required" as const };
  const { id, response } = await asked(page, () => library.startAuthentication({ optionsJSON }));
  return {
    credential_id: id,
    authenticator_data: response.authenticatorData,
    client_data: response.clientDataJSON,
    signature: response.signature,
    asked_at: askedAt,
  };
}

/** ES256, EdDSA, RS256, as the standard numbers them. */
const ALGORITHMS = [-7, -8, -257];

/** One that this device makes for the account, and has no passkey of yet. */
export async function newPasskey(page: Page, { user, passkeys }: TwoFactor): Promise<NewPasskey> {
  const wanted = { kind: "add_factor", id: "passkey" } as const;
  const { askedAt, challenge, library } = await challengeOf(page, wanted, {});
  const userId = new TextEncoder().encode(user.id);
  const optionsJSON = {
    challenge,
    rp: { name: BRAND },
    user: { id: library.bufferToBase64URLString(userId.buffer), name: user.name, displayName: user.name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key" as const, alg })),
    excludeCredentials: passkeys.map(({ id }) => ({ type: "public-key" as const, id })),
    authenticatorSelection: { residentKey: "preferred" as const, userVerification: "required" as const },
  };
  const { id, response } = await asked(page, () => library.startRegistration({ optionsJSON }));
  return {
    credential_id: id,
    attestation_object: response.attestationObject,
    client_data: response.clientDataJSON,
    asked_at: askedAt,
  };
}

async function asked<Answer>(page: Page, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    // The library's own, and the browser's.
    if (!(error instanceof Error)) throw error;
  }
  throw new Declined(0, "auth.passkey_wrong", page.t("proof.canceled"));
}
