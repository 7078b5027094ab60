/** An attempt to sign in, or to connect an account, begins: its secrets stay here, and the browser goes to the provider's page. */
import { ownPath } from "#contract/platform/own-path.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import type { Caller } from "../../platform/http/policy.ts";
import { ids } from "../../platform/ids.ts";
import { countSocialBegin } from "../auth/index.ts";
import { challengeOf, hashOfState, heldBy } from "./marks.ts";
import { insertAttempt, providerRows } from "./rows.ts";

const MINUTES = 10;

type Beginning = {
  readonly provider: string;
  readonly caller: Caller;
  /** The user who connects it; null for a sign-in. */
  readonly userId: bigint | null;
  readonly next?: string | undefined;
};

/** The token for the cookie, and where the browser goes. Refuses social.unknown_provider, social.away and auth.throttled. */
export async function beginAttempt(
  tx: Tx,
  { provider: id, caller, userId, next }: Beginning,
): Promise<{ token: string; location: string }> {
  const provider = (await providerRows(tx)).find((known) => known.id === id);
  if (!provider) throw new Refusal("social.unknown_provider");
  if (provider.authorization_endpoint === null) throw new Refusal("social.away");
  await countSocialBegin(tx, caller.ip);
  const [token, state, nonce, codeVerifier] = [ids.secret(), ids.secret(), ids.secret(), ids.secret()];

  await insertAttempt(tx, {
    ...heldBy({ ...caller, signIn: token }),
    publicId: ids.hash(),
    provider: id,
    userId,
    stateHash: hashOfState(state),
    nonce,
    codeVerifier,
    nextPath: ownPath(next) ?? null,
    minutes: MINUTES,
  });

  const location = new URL(provider.authorization_endpoint);
  const asked = {
    response_type: "code",
    client_id: provider.client_id,
    redirect_uri: provider.redirect_uri,
    scope: "openid email profile",
    state,
    nonce,
    code_challenge: challengeOf(codeVerifier),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(asked)) location.searchParams.set(name, value);
  return { token, location: String(location) };
}
