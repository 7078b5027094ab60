/** A webhook as its owner sets, changes, tests and removes it. */
import { MOST_FAILURES, MOST_WAITING, WEBHOOK_EVENTS, WEBHOOK_TEST } from "#contract/reach/webhooks/names.ts";
import type { chooseWebhookEvents, Webhook } from "#contract/reach/webhooks/webhooks.ts";
import type { BodyOf } from "#contract/platform/endpoint.ts";
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import { noteCaller } from "../../platform/postgres/caller-rows.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import type { Caller, Viewer } from "../../platform/http/policy.ts";
import { ids } from "../../platform/ids.ts";
import { urlFault } from "./webhook-sender.ts";
import { proofRefusal, refuseSharedAccount } from "../../people/auth/index.ts";
import { writeMessages } from "./write-messages.ts";
import { planDeliveries } from "./delivery-rows.ts";
import { newSecret, sealSecret, shownSecret } from "./sign.ts";
import * as rows from "./rows.ts";

type Doing = { readonly viewer: Viewer; readonly caller: Caller };

const NOTHING: Webhook = {
  ...{ url: "", enabled: false, status: "initial", why: null, checkFault: null, verifiedAt: null, lastSuccessAt: null },
  events: WEBHOOK_EVENTS.map((name) => ({ name, checked: true })),
  ...{ failures: 0, failuresMost: MOST_FAILURES, failingSince: null, previousSecretUntil: null },
};

export async function viewWebhook(tx: ReadTx, userId: bigint): Promise<Webhook> {
  const row = await rows.findEndpoint(tx, userId);
  if (!row) return NOTHING;
  return {
    url: row.url,
    enabled: row.is_enabled,
    status: statusOf(row),
    events: WEBHOOK_EVENTS.map((name) => ({ name, checked: row.events.includes(name) })),
    why: row.checking_since ? null : row.why,
    checkFault: row.check_fault,
    verifiedAt: isVerified(row) ? (row.verified_at?.toISOString() ?? null) : null,
    lastSuccessAt: row.last_success_at?.toISOString() ?? null,
    failures: row.failures,
    failuresMost: MOST_FAILURES,
    failingSince: row.failing_since?.toISOString() ?? null,
    previousSecretUntil: row.previous_until && row.previous_until > tx.now ? row.previous_until.toISOString() : null,
  };
}

const isVerified = ({ url, verified_url }: rows.EndpointRow): boolean => url === verified_url;

export function statusOf(row: Pick<rows.EndpointRow, "checking_since" | "is_enabled">): Webhook["status"] {
  if (row.checking_since) return "verification";
  return row.is_enabled ? "enabled" : "disabled";
}

/** Refuses webhook.url, webhook.private_url, auth.shared_account, and auth.password_proof without a proof of just this. Locks the user. */
export async function verify(tx: Tx, { viewer: { userId }, caller }: Doing, url: string): Promise<Webhook> {
  await refuseSharedAccount(tx, userId);
  const fault = urlFault(url);
  if (fault) throw fieldRefusal(fault, "url");
  await noteCaller(tx, caller);
  const secretSealed = sealSecret(newSecret(), userId);
  const check = { userId, url, events: WEBHOOK_EVENTS, secretSealed, delivery: ids.hash() };
  if ((await rows.beginCheck(tx, check)) === "unproved") throw proofRefusal({ kind: "set_webhook", id: "account" });
  return viewWebhook(tx, userId);
}

/** Refuses webhook.unverified. */
export async function save(tx: Tx, { viewer: { userId } }: Doing, url: string): Promise<Webhook> {
  if ((await rows.enable(tx, { userId, url })) === "unverified") throw new Refusal("webhook.unverified");
  return viewWebhook(tx, userId);
}

export async function remove(tx: Tx, { viewer: { userId }, caller }: Doing): Promise<Webhook> {
  await noteCaller(tx, caller);
  await rows.removeEndpoint(tx, userId);
  return NOTHING;
}

/** Refuses webhook.none. */
export async function choose(
  tx: Tx,
  { viewer: { userId } }: Doing,
  { events }: BodyOf<typeof chooseWebhookEvents>,
): Promise<Webhook> {
  const named = (isChecked: boolean) => events.filter(({ checked }) => checked === isChecked).map(({ name }) => name);
  const isDone = await rows.chooseEvents(tx, { userId, added: named(true), removed: named(false) });
  if (!isDone) throw new Refusal("webhook.none");
  return viewWebhook(tx, userId);
}

/** Refuses webhook.none, auth.shared_account, auth.password_proof. */
export async function changeSecret(tx: Tx, { viewer: { userId }, caller }: Doing): Promise<{ secret: string }> {
  await refuseSharedAccount(tx, userId);
  await noteCaller(tx, caller);
  const secret = newSecret();
  const outcome = await rows.putSecret(tx, { userId, sealed: sealSecret(secret, userId) });
  if (outcome === "none") throw new Refusal("webhook.none");
  if (outcome === "unproved") throw proofRefusal({ kind: "set_webhook", id: "account" });
  return { secret: shownSecret(secret) };
}

/** Refuses webhook.none, webhook.unverified, webhook.waiting. */
export async function sendTest(tx: Tx, { viewer: { userId } }: Doing): Promise<Webhook> {
  const endpoint = await verifiedEndpoint(tx, userId);
  if (await rows.hasWaitingTest(tx, endpoint.id)) throw new Refusal("webhook.waiting");
  await writeMessages(tx, [
    { userId, type: WEBHOOK_TEST, subject: "test", at: tx.now, payload: { text: "A test of your webhook." } },
  ]);
  return viewWebhook(tx, userId);
}

/** Refuses webhook.none, webhook.unverified, webhook.no_delivery, webhook.planned. */
export async function replay(tx: Tx, { viewer: { userId } }: Doing, id: string): Promise<{ sent: number }> {
  const endpoint = await enabledEndpoint(tx, userId);
  const delivery = await rows.findDelivery(tx, { userId, id });
  if (!delivery || delivery.message_id === null) throw new Refusal("webhook.no_delivery");
  const at = await rows.plannedFor(tx, delivery.message_id);
  if (at) throw new Refusal("webhook.planned", { at: at.toISOString() });
  await planDeliveries(tx, { endpointId: endpoint.id, messageIds: [delivery.message_id], cause: "replay" });
  return { sent: 1 };
}

/** As many as may wait. Refuses webhook.none, webhook.unverified, webhook.full. */
export async function replayFailed(tx: Tx, { viewer: { userId } }: Doing, since: string): Promise<{ sent: number }> {
  const endpoint = await enabledEndpoint(tx, userId);
  const most = MOST_WAITING - (await rows.countWaiting(tx, endpoint.id));
  if (most <= 0) throw new Refusal("webhook.full");
  const failed = { endpointId: endpoint.id, userId, since, most };
  const messageIds = await rows.failedSince(tx, failed);
  await planDeliveries(tx, { endpointId: endpoint.id, messageIds, cause: "replay" });
  return { sent: messageIds.length };
}

async function verifiedEndpoint(tx: Tx, userId: bigint): Promise<rows.EndpointRow> {
  const endpoint = await rows.findEndpoint(tx, userId);
  if (!endpoint) throw new Refusal("webhook.none");
  if (!isVerified(endpoint) || endpoint.checking_since) throw new Refusal("webhook.unverified");
  return endpoint;
}

async function enabledEndpoint(tx: Tx, userId: bigint): Promise<rows.EndpointRow> {
  const endpoint = await verifiedEndpoint(tx, userId);
  if (!endpoint.is_enabled) throw new Refusal("webhook.unverified");
  return endpoint;
}
