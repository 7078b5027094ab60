import type { SocialAccounts } from "#contract/people/sign-in/social.ts";
import { noteCaller } from "../../platform/postgres/caller-rows.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { wordRefusal } from "../../platform/postgres/outcomes.ts";
import type { Caller, Viewer } from "../../platform/http/policy.ts";
import { proofRefusal, refuseSharedAccount } from "../auth/index.ts";
import { connectAccount, connectedAccounts, disconnectAccount, providerRows } from "./rows.ts";

export async function listConnections(tx: ReadTx, userId: bigint): Promise<SocialAccounts> {
  const connected = await connectedAccounts(tx, userId);
  const providers = await providerRows(tx);
  return {
    accounts: connected.map(({ provider, title, hint, connected_at }) => ({
      provider,
      title,
      hint,
      connectedAt: connected_at.toISOString(),
    })),
    providers: providers
      .filter(({ id }) => !connected.some(({ provider }) => provider === id))
      .map(({ id, title }) => ({ id, title })),
  };
}

type By = { readonly viewer: Viewer; readonly caller: Caller };

/** Refuses social.gone, social.taken, social.known, auth.password_proof, auth.shared_account. Locks the user and spends the proof. */
export async function connect(tx: Tx, { viewer: { userId }, caller }: By, id: string): Promise<SocialAccounts> {
  await refuseSharedAccount(tx, userId);
  await noteCaller(tx, caller);
  const outcome = await connectAccount(tx, { userId, publicId: id });
  if (outcome !== "done")
    throw wordRefusal(outcome, {
      unproved: proofRefusal({ kind: "connect_social", id }),
      taken: "social.taken",
      known: "social.known",
      gone: "social.gone",
    });
  return listConnections(tx, userId);
}

/** Refuses social.none, auth.password_proof, auth.shared_account. Locks the user and spends the proof. */
export async function disconnect(
  tx: Tx,
  { viewer: { userId }, caller }: By,
  provider: string,
): Promise<SocialAccounts> {
  await refuseSharedAccount(tx, userId);
  await noteCaller(tx, caller);
  const outcome = await disconnectAccount(tx, { userId, provider });
  if (outcome !== "done")
    throw wordRefusal(outcome, {
      unproved: proofRefusal({ kind: "disconnect_social", id: provider }),
      none: "social.none",
    });
  return listConnections(tx, userId);
}
