/** Shows the server who one is, for one thing: by what was typed, or by a passkey that the browser asks for. */
import type { TwoFactor } from "#contract/two-factor.ts";
import {
  type Assertion,
  challengeText,
  type FactorAct,
  type NewPasskey,
  type ProofFor,
  type ShownQuote,
} from "#contract/proofs.ts";
import { BRAND } from "./brand.ts";
import { Declined } from "./declined.ts";
import type { PageKit } from "./page-kit.ts";
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
  | { push_code: string };

/** Throws Declined, also where the person turns the browser's question away. */
export async function prove(page: Page, typed: Typed, wanted: ProofFor, quote: ShownQuote = {}): Promise<void> {
  const shown = await shownFor(page, typed, wanted, quote);
  const { prove } = await import("#contract/auth.ts");
  await page.call(prove, { body: { for: wanted, ...shown } });
  // What is left of the day has become less.
  void page.queries.client?.invalidateQueries({ queryKey: TWO_FACTOR });
}

export async function shownFor(page: Page, typed: Typed, wanted: Wanted, quote: ShownQuote = {}): Promise<ShownFields> {
  if (typed.method === "sms_code") return { sms_code: typed.text };
  if (typed.method === "push_code") return { push_code: typed.text };
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

const base64url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
}

/** The signer reads the same text from what it knows: a passkey's word is for nothing else. */
async function challengeOf(page: Page, wanted: Wanted, quote: ShownQuote) {
  const askedAt = Math.floor(page.nowMs() / 1000);
  const text = new TextEncoder().encode(challengeText(wanted, { askedAt, ...quote }));
  return { askedAt, challenge: await crypto.subtle.digest("SHA-256", text) };
}

async function assertion(
  page: Page,
  passkeyIds: readonly string[],
  { wanted, quote }: { wanted: Wanted; quote: ShownQuote },
): Promise<Assertion> {
  const { askedAt, challenge } = await challengeOf(page, wanted, quote);
  const allowCredentials = passkeyIds.map((id) => ({ type: "public-key" as const, id: bytesOf(id) }));
  const credential = await asked(page, () =>
    navigator.credentials.get({ publicKey: { challenge, allowCredentials, userVerification: "required" } }),
  );
  const response = credential.response as AuthenticatorAssertionResponse;
  return {
    credential_id: base64url(credential.rawId),
    authenticator_data: base64url(response.authenticatorData),
    client_data: base64url(response.clientDataJSON),
    signature: base64url(response.signature),
    asked_at: askedAt,
  };
}

/** ES256, EdDSA, RS256, as the standard numbers them. */
const ALGORITHMS = [-7, -8, -257];

/** One that this device makes for the account, and has no passkey of yet. */
export async function newPasskey(page: Page, { user, passkeys }: TwoFactor): Promise<NewPasskey> {
  const { askedAt, challenge } = await challengeOf(page, { kind: "add_factor", id: "passkey" }, {});
  const credential = await asked(page, () =>
    navigator.credentials.create({
      publicKey: {
        challenge,
        rp: { name: BRAND },
        user: { id: new TextEncoder().encode(user.id), name: user.name, displayName: user.name },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
        excludeCredentials: passkeys.map(({ id }) => ({ type: "public-key", id: bytesOf(id) })),
        authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
      },
    }),
  );
  const response = credential.response as AuthenticatorAttestationResponse;
  return {
    credential_id: base64url(credential.rawId),
    public_key: base64url(response.getPublicKey() ?? new ArrayBuffer()),
    authenticator_data: base64url(response.getAuthenticatorData()),
    client_data: base64url(response.clientDataJSON),
    asked_at: askedAt,
  };
}

async function asked(page: Page, ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await ask();
    if (credential) return credential as PublicKeyCredential;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
  throw new Declined(0, "auth.passkey_wrong", page.t("proof.canceled"));
}
