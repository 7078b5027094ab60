/** The token by which Zendesk's widgets and apps know a user, where the operator uses Zendesk: HS256 with the id of its key. */
import { createHmac } from "node:crypto";
import { PATHS } from "#contract/platform/paths.ts";
import type { ReplyOf } from "#contract/platform/endpoint.ts";
import type { getZendeskToken } from "#contract/reach/support/support.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import type { ZendeskKey } from "../../../platform/settings/provider-settings.ts";
import { findUserById, openPersonal } from "../../../people/accounts/index.ts";

let key: ZendeskKey | undefined;

/** Called once at the start. */
export function useZendesk(configured: ZendeskKey | undefined): void {
  key = configured;
}

const VALID_MINUTES = 5;

/** Without a key it names our own support. */
export async function zendeskToken(tx: ReadTx, userId: bigint): Promise<ReplyOf<typeof getZendeskToken>> {
  const user = key && (await findUserById(tx, userId));
  if (!key || !user) return { provider: "own", token: null, expiresAt: null, url: PATHS.support };
  const expiresAt = new Date(tx.now.getTime() + VALID_MINUTES * 60_000);
  const claims = {
    scope: "user",
    external_id: user.external_id,
    name: user.username,
    // Zendesk joins people by a verified email: one that nobody has confirmed may be a stranger's.
    ...(user.email_confirmed_at ? { email: openPersonal(user).email, email_verified: true } : {}),
    exp: Math.floor(expiresAt.getTime() / 1000),
  };
  return { provider: "zendesk", token: signedBy(key, claims), expiresAt: expiresAt.toISOString(), url: PATHS.support };
}

function signedBy({ id, secret }: ZendeskKey, claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signedText = `${part({ alg: "HS256", typ: "JWT", kid: id })}.${part(claims)}`;
  return `${signedText}.${createHmac("sha256", secret).update(signedText).digest("base64url")}`;
}
