/**
 * Sends what is due. No transaction waits for the other side: a delivery is taken for half a minute, sent, and its end is written by
 * itself. A process that dies in between leaves it to be sent again with the same id. Each endpoint has its own queue, so that one
 * that is slow or dead keeps nobody else waiting.
 */
import { deliveriesAreDue } from "./delivery-rows.ts";
import { setTimeout as pause } from "node:timers/promises";
import { CHALLENGE_HEADER, type DeliveryFault, RETRIES_SEC } from "#contract/reach/webhooks/names.ts";
import { BRAND } from "#contract/platform/brand.ts";
import type { AppPorts, Job } from "../../platform/app-ports.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { ids } from "../../platform/ids.ts";
import { openSender, type Sent, type WebhookSender } from "./webhook-sender.ts";
import { type Due, endCheck, endDelivery, noteFailure, noteSuccess, planRetry, takeDue } from "./delivery-rows.ts";
import { openSecret, signatureHeaders } from "./sign.ts";

/** Sockets of this process at once; of endpoints that fail at most so many. */
const AT_ONCE = 256;
const FAILING_AT_ONCE = 64;
/** Longer than a try takes. */
const TAKEN_SEC = 30;
const LOOK_AGAIN_MS = 250;
const AT_REST_MS = 20;
/** Then another process may lead: the job begins anew. */
const TAKES_FOR_MS = 10_000;
/** An answer that takes longer keeps a socket from others. */
const SLOW_MS = 2000;

export const sendWebhooksJob: Job = {
  name: "send-webhooks",
  everyMs: 500,
  due: deliveriesAreDue,
  run: (app) => deliverDue(app, openSender()),
};

type Ended = { readonly due: Due; readonly sent: Sent; readonly challenge: string };

/** Until nothing is due and nothing is under way. */
export async function deliverDue({ db, log }: Pick<AppPorts, "db" | "log">, send: WebhookSender): Promise<void> {
  const underWay = new Map<bigint, { readonly isFailing: boolean; readonly done: Promise<void> }>();
  const until = performance.now() + TAKES_FOR_MS;
  const failing = () => [...underWay.values()].filter(({ isFailing }) => isFailing).length;
  for (;;) {
    const limit = performance.now() < until ? AT_ONCE - underWay.size : 0;
    const due =
      limit > 0
        ? await db.tx((tx) =>
            takeDue(tx, { limit, failingLimit: Math.max(0, FAILING_AT_ONCE - failing()), takenSec: TAKEN_SEC }),
          )
        : [];
    for (const one of due) {
      const done = sendOne(send, one)
        .then((ended) => db.tx((tx) => settle(tx, ended)))
        // It is sent again when its time is over.
        .catch((error: unknown) => log.error({ err: error, delivery: String(one.id) }, "a webhook was not settled"))
        .finally(() => underWay.delete(one.id));
      underWay.set(one.id, { isFailing: one.is_failing, done });
    }
    if (due.length === 0 && underWay.size === 0) return;
    await pause(AT_REST_MS);
    await Promise.race([pause(LOOK_AGAIN_MS), ...[...underWay.values()].map(({ done }) => done)]);
  }
}

async function sendOne(send: WebhookSender, due: Due): Promise<Ended> {
  const challenge = due.cause === "check" ? ids.secret() : "";
  const sent = await send(due.url, { headers: headersOf(due, challenge), body: due.body ?? "" });
  return { due, sent, challenge };
}

/** The check of an address has no body and no signature, only the challenge. */
function headersOf(due: Due, challenge: string): Record<string, string> {
  const agent = { "user-agent": `${BRAND}-Webhooks/1` };
  if (due.message === null || due.body === null) return { ...agent, [CHALLENGE_HEADER]: challenge };
  const secrets = [due.secret_sealed, due.previous_sealed].flatMap((sealed) =>
    sealed ? [openSecret(sealed, due.user_id)] : [],
  );
  return {
    ...agent,
    "content-type": "application/json",
    ...signatureHeaders({ url: due.url, id: due.message, body: due.body, at: due.sent_at, secrets }),
  };
}

async function settle(tx: Tx, { due, sent, challenge }: Ended): Promise<void> {
  const fault = due.cause === "check" ? checkFault(sent, challenge) : sent.fault;
  // What a stranger's server answers is shown only where it has proved to be the owner's.
  const answer = due.cause === "check" && fault !== undefined ? "" : sent.answer;
  if (!(await endDelivery(tx, { id: due.id, status: sent.status, ms: sent.ms, fault, answer }))) return;
  if (due.cause === "check") {
    await endCheck(tx, due, fault);
    return;
  }
  if (fault === undefined) return noteSuccess(tx, due.endpoint_id, sent.ms > SLOW_MS);
  const isGone = sent.status === 410;
  if (!isGone && RETRIED.has(due.cause)) {
    const waitSec = waitOf(due.attempt, sent);
    if (waitSec !== undefined) await planRetry(tx, due, new Date(tx.now.getTime() + waitSec * 1000));
  }
  const failing = await noteFailure(tx, { endpointId: due.endpoint_id, url: due.url, isGone });
  if (!failing?.is_off && !failing?.is_warned_now) return;
  const type = failing.is_off ? "account.webhook_off" : "account.webhook_failing";
  tx.emit({ type, subject: String(failing.user_id), payload: { detail: new URL(failing.url).host } });
}

const RETRIED: ReadonlySet<Due["cause"]> = new Set(["event", "retry"]);

/** The other side returns the challenge in the same header, and accepts. */
function checkFault({ fault, headers }: Sent, challenge: string): DeliveryFault | undefined {
  return fault ?? (headers[CHALLENGE_HEADER] === challenge ? undefined : "no_echo");
}

const MOST_WAIT_SEC = 43_200;

/** A tenth more or less, so that a receiver that comes back is not asked by all at once; undefined after the last try. */
function waitOf(attempt: number, { status, headers }: Sent): number | undefined {
  const planned = RETRIES_SEC[attempt - 1];
  if (planned === undefined) return undefined;
  const asked = status === 429 && /^\d{1,6}$/.test(headers["retry-after"] ?? "") ? Number(headers["retry-after"]) : 0;
  return Math.min(MOST_WAIT_SEC * 1.1, Math.max(asked, Math.round(planned * (0.9 + ids.below(201) / 1000))));
}
