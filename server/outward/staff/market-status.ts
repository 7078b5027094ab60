/** What the operator sees of the market: what stands still, who may decide, what waits, and what of it needs somebody. */
import type { ReadTx } from "../../platform/db.ts";
import { countUndelivered } from "../../platform/event-rows.ts";
import { countUnsentMails } from "../../platform/mail.ts";
import { secondsSinceHeartbeat } from "../../platform/workers.ts";
import { listRails } from "../../money/custody/index.ts";
import { waitingChanges } from "./change-rows.ts";
import { lastCheck, openSendOuts, refusedPayments, staffByRole, standingHalts } from "./status-rows.ts";

export type StatusLine = {
  readonly topic: "halts" | "staff" | "chains" | "workers" | "invariants" | "signer" | "queues";
  readonly text: string;
  /** Somebody has to look. */
  readonly isAlarm: boolean;
};

/** The leading process shows itself each second, and the invariants are checked each minute. */
const SILENT_SEC = 15;
const UNCHECKED_SEC = 300;

export async function marketStatus(tx: ReadTx): Promise<StatusLine[]> {
  return [
    ...(await haltLines(tx)),
    ...(await staffLines(tx)),
    ...(await chainLines(tx)),
    await workerLine(tx),
    await invariantLine(tx),
    ...(await signerLines(tx)),
    ...(await queueLines(tx)),
  ];
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
    // Who switched the chains off knows it.
    isAlarm: !rail.is_available && rail.reason_code !== "switched_off",
  }));
}

async function workerLine(tx: ReadTx): Promise<StatusLine> {
  const silentSec = await secondsSinceHeartbeat(tx);
  const text =
    silentSec === undefined ? "none has ever led" : `the leading process was alive ${Math.round(silentSec)} s ago`;
  return { topic: "workers", text, isAlarm: silentSec === undefined || silentSec > SILENT_SEC };
}

async function invariantLine(tx: ReadTx): Promise<StatusLine> {
  const last = await lastCheck(tx);
  if (!last) return { topic: "invariants", text: "never checked", isAlarm: true };
  const isOld = tx.now.getTime() - last.checked_at.getTime() > UNCHECKED_SEC * 1000;
  const found = last.broken === 0 ? "all held" : `${last.broken} broken`;
  return {
    topic: "invariants",
    text: `${found} at ${last.checked_at.toISOString()}`,
    isAlarm: isOld || last.broken > 0,
  };
}

async function signerLines(tx: ReadTx): Promise<StatusLine[]> {
  const refused = await refusedPayments(tx);
  return refused.map(({ code, purpose, payment, times, last_at }) => ({
    topic: "signer",
    text: `refused ${purpose} with ${code}, ${times} in a day, the last at ${last_at.toISOString()}: ${payment}`,
    isAlarm: true,
  }));
}

async function queueLines(tx: ReadTx): Promise<StatusLine[]> {
  const events = await countUndelivered(tx);
  const mails = await countUnsentMails(tx);
  const sendOuts = await openSendOuts(tx);
  const line = (text: string, isAlarm = false): StatusLine => ({ topic: "queues", text, isAlarm });
  return [
    line(`events: ${events.waiting} waiting, ${events.put_aside} put aside`, events.put_aside > 0),
    line(`emails: ${mails.waiting} waiting, ${mails.given_up} given up`, mails.given_up > 0),
    line(`withdrawals: ${sendOuts.map(({ status, count }) => `${count} ${status}`).join(", ") || "none open"}`),
  ];
}
