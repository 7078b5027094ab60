/** The operator's status of the market: halts, deciders, queues, and what needs attention. */
import type { StoredGauge } from "../../../platform/app-ports.ts";
import { unsignedSec } from "../../audit/index.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import {
  countUndelivered,
  type FailedEvent,
  failedEvents,
  secondsBehind,
} from "../../../platform/events/event-rows.ts";
import { countUnsentMails } from "../../../platform/mail/mail.ts";
import { secondsSinceHeartbeat } from "../../../platform/events/workers.ts";
import { listRails } from "../../../money/custody/index.ts";
import { waitingChanges } from "../changes/rows.ts";
import { type LastCheck, lastCheck } from "./check-rows.ts";
import { openSendOuts, refusedPayments, staffByRole, standingHalts } from "./status-rows.ts";

export type StatusLine = {
  readonly topic: "halts" | "staff" | "chains" | "workers" | "audit" | "invariants" | "signer" | "queues";
  readonly text: string;
  /** Staff have to look. */
  readonly isAlarm: boolean;
};

/** The leading process shows itself each second; the invariants are checked each minute, and each night over everything. */
const SILENT_SEC = 15;
const UNCHECKED_SEC = 300;
const SLOW_MS = 30_000;
const UNCHECKED_IN_FULL_SEC = 26 * 3600;
const SLOW_IN_FULL_MS = 30 * 60_000;

export async function marketStatus(tx: ReadTx): Promise<StatusLine[]> {
  return [
    ...(await haltLines(tx)),
    ...(await staffLines(tx)),
    ...(await chainLines(tx)),
    await workerLine(tx),
    ...(await invariantLines(tx)),
    ...(await signerLines(tx)),
    await auditLine(tx),
    ...(await queueLines(tx)),
  ];
}

/** So long a signature may take: the signer may start anew. */
const UNSIGNED_SEC = 900;

async function auditLine(tx: ReadTx): Promise<StatusLine> {
  const sec = await unsignedSec(tx);
  const isAlarm = sec > UNSIGNED_SEC;
  const text = isAlarm ? `staff acts are not signed for ${sec} s: verify-audit says more` : "staff acts are signed";
  return { topic: "audit", text, isAlarm };
}

async function haltLines(tx: ReadTx): Promise<StatusLine[]> {
  const halts = await standingHalts(tx);
  if (halts.length === 0) return [{ topic: "halts", text: "none", isAlarm: false }];
  return halts.map(({ name, reason, since }) => ({
    topic: "halts",
    text: `${name} since ${since.toISOString()}: ${reason}`,
    isAlarm: true,
  }));
}

async function staffLines(tx: ReadTx): Promise<StatusLine[]> {
  const roles = await staffByRole(tx);
  const lines = roles.map(({ role, usernames }) => `${role}: ${usernames.join(", ")}`);
  const hasAdmin = roles.some(({ role }) => role === "admin");
  return [
    ...lines.map((text) => ({ topic: "staff" as const, text, isAlarm: false })),
    ...(hasAdmin ? [] : [{ topic: "staff" as const, text: "there is no administrator", isAlarm: true }]),
    ...(await waitingChanges(tx)).map(({ proposed_by, kind, username, detail }) => ({
      topic: "staff" as const,
      text: `${proposed_by} proposes ${kind} ${username ? `${username}: ` : ""}${detail}`,
      isAlarm: false,
    })),
  ];
}

async function chainLines(tx: ReadTx): Promise<StatusLine[]> {
  const rails = await listRails(tx);
  if (rails.length === 0) return [{ topic: "chains", text: "none has been looked at", isAlarm: true }];
  return rails.map((rail) => ({
    topic: "chains",
    text: rail.is_available
      ? `${rail.chain} (${rail.network}) is read up to block ${rail.scanned_height}`
      : `${rail.chain} is closed: ${rail.reason}`,
    // No alarm where the operator switched the chains off.
    isAlarm: !rail.is_available && rail.reason_code !== "switched_off",
  }));
}

async function workerLine(tx: ReadTx): Promise<StatusLine> {
  const silentSec = await secondsSinceHeartbeat(tx);
  const text =
    silentSec === undefined ? "none has ever led" : `the leading process was alive ${Math.round(silentSec)} s ago`;
  return { topic: "workers", text, isAlarm: silentSec === undefined || silentSec > SILENT_SEC };
}

/** For the metrics: how long ago the invariants were checked and how long that took, in seconds; empty before the first time. */
export const checkGauges: readonly StoredGauge[] = [
  {
    name: "invariant_check_seconds",
    help: "Of the last checks of the invariants: their age and how long they took, of what was new and in full.",
    read: async (tx) => {
      const last = await lastCheck(tx);
      if (!last) return {};
      const ageOf = (at: Date) => (tx.now.getTime() - at.getTime()) / 1000;
      return {
        age: ageOf(last.checked_at),
        took: last.took_ms / 1000,
        ...(last.in_full_at ? { in_full_age: ageOf(last.in_full_at), in_full_took: last.in_full_ms / 1000 } : {}),
      };
    },
  },
  {
    name: "invariants_broken",
    help: "What the last checks of the invariants found, of what was new and in full.",
    read: async (tx) => {
      const last = await lastCheck(tx);
      return last ? { new: last.broken, in_full: last.in_full_broken } : {};
    },
  },
];

async function invariantLines(tx: ReadTx): Promise<StatusLine[]> {
  const last = await lastCheck(tx);
  if (!last) return [{ topic: "invariants", text: "never checked", isAlarm: true }];
  const isOlder = (at: Date, seconds: number) => tx.now.getTime() - at.getTime() > seconds * 1000;
  return [
    {
      topic: "invariants",
      text: `${heldOrBroken(last.broken)} at ${last.checked_at.toISOString()}, in ${last.took_ms} ms`,
      isAlarm: last.broken > 0 || last.took_ms > SLOW_MS || isOlder(last.checked_at, UNCHECKED_SEC),
    },
    inFullLine(last, isOlder),
  ];
}

function inFullLine(last: LastCheck, isOlder: (at: Date, seconds: number) => boolean): StatusLine {
  const { in_full_at: at, in_full_ms: tookMs, in_full_broken: broken } = last;
  if (!at) return { topic: "invariants", text: "never checked in full", isAlarm: true };
  return {
    topic: "invariants",
    text: `in full: ${heldOrBroken(broken)} at ${at.toISOString()}, in ${Math.ceil(tookMs / 1000)} s`,
    isAlarm: broken > 0 || tookMs > SLOW_IN_FULL_MS || isOlder(at, UNCHECKED_IN_FULL_SEC),
  };
}

function heldOrBroken(broken: number): string {
  return broken === 0 ? "all held" : `${broken} broken`;
}

async function signerLines(tx: ReadTx): Promise<StatusLine[]> {
  const refused = await refusedPayments(tx);
  return refused.map(({ code, purpose, payment, times, last_at }) => ({
    topic: "signer",
    text: `refused ${purpose} with ${code}, ${times} in a day, the last at ${last_at.toISOString()}: ${payment}`,
    isAlarm: true,
  }));
}

/** Notifications, emails and live messages are late then, and nobody delivers or too few do. */
const MOST_BEHIND_SEC = 60;
/** An event that failed so often has failed for more than twenty seconds. Those that were put aside are counted in a line of their own. */
const OFTEN = 4;
const MOST_NAMED = 5;

async function queueLines(tx: ReadTx): Promise<StatusLine[]> {
  const events = await countUndelivered(tx);
  const behindSec = Math.floor(await secondsBehind(tx));
  const mails = await countUnsentMails(tx);
  const sendOuts = await openSendOuts(tx);
  const line = (text: string, isAlarm = false): StatusLine => ({ topic: "queues", text, isAlarm });
  return [
    line(`events: ${events.waiting} waiting, ${events.put_aside} put aside`, events.put_aside > 0),
    line(`events: the oldest waits for ${behindSec} s`, behindSec > MOST_BEHIND_SEC),
    ...(await failedEvents(tx, MOST_NAMED)).map((event) =>
      line(failureText(event), event.next_at !== null && event.attempts >= OFTEN),
    ),
    line(`emails: ${mails.waiting} waiting, ${mails.given_up} given up`, mails.given_up > 0),
    line(`withdrawals: ${sendOuts.map(({ status, count }) => `${count} ${status}`).join(", ") || "none open"}`),
  ];
}

function failureText({ type, subject, attempts, fault, next_at, held }: FailedEvent): string {
  const next = next_at ? `is tried again at ${next_at.toISOString()}, ${held} wait behind it` : "was put aside";
  return `events: ${type} of ${subject} failed ${attempts} times and ${next}: ${fault.slice(0, 160)}`;
}
