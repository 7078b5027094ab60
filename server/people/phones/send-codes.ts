/** Passes codes to their carriers, with no transaction open, and reports to them when one was shown. */
import { messagesAreDue } from "./message-rows.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { AppPorts, Job } from "../../platform/app-ports.ts";
import type { Config } from "../../platform/settings/config.ts";
import type { Db } from "../../platform/postgres/db.ts";
import type { CarryOutcome, CodeCarrier } from "../../platform/outside/providers/code-carrier.ts";
import { openTwilio } from "../../platform/outside/providers/twilio-verify.ts";
import { languageOf } from "../accounts/index.ts";
import { numberMark, openCode, openNumber } from "./marks.ts";
import {
  type DueMessage,
  forgetOldMessages,
  type MessageEnd,
  noteCarrier,
  recordMessageEnd,
  takeDueMessage,
} from "./message-rows.ts";
import { readNumber } from "./phone-number.ts";
import { openOutbox } from "./outbox.ts";

/** Twilio where it is configured; in a demo market the outbox; else nobody, and numbers are not offered. */
function carrierOf({ twilio, demo }: Pick<Config, "twilio" | "demo">, db: Db): CodeCarrier | undefined {
  if (twilio) return openTwilio(twilio);
  return demo ? openOutbox(db) : undefined;
}

export const phoneCodeJob: Job = {
  name: "send-phone-codes",
  everyMs: 500,
  due: messagesAreDue,
  // Says that there is a carrier.
  alsoEveryMs: 10_000,
  async run({ db, config, log }: AppPorts) {
    const carrier = carrierOf(config, db);
    if (!carrier) return;
    await db.tx((tx) => noteCarrier(tx, carrier.kind));
    for (;;) {
      const due = await db.tx(takeDueMessage);
      if (!due) return;
      const end = due.state === "right" ? await settle(carrier, due) : await send(carrier, due);
      if (end.fault) log.warn({ message: String(due.id), fault: end.fault }, "a code was not carried");
      await db.tx((tx) => recordMessageEnd(tx, end));
    }
  },
};

export const forgetPhoneCodes = ({ db }: Pick<AppPorts, "db">): Promise<void> => db.tx(forgetOldMessages);

type Carried = { readonly to: string; readonly code: string };

/** Undefined where the number was taken away or is another than was said, or the code has ended. */
function carriedBy(due: DueMessage): Carried | undefined {
  const { number_sealed: number, code_sealed: code, external_id: externalId } = due;
  if (!number || !code) return undefined;
  const to = openNumber(number, externalId);
  if (!isAsSaid(to, due)) return undefined;
  return { to, code: openCode(code, externalId) };
}

/** Whether the number is the one that the limits counted: the requesting process may name any other. */
function isAsSaid(to: string, { channel, number_index: mark, calling_code: callingCode }: DueMessage): boolean {
  try {
    const read = readNumber({ text: to, channel, homeCountry: "" });
    return read.callingCode === callingCode && numberMark(read.number).equals(mark);
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

async function send(carrier: CodeCarrier, due: DueMessage): Promise<MessageEnd> {
  const { id, channel, about } = due;
  const carried = carriedBy(due);
  const end = (outcome: Pick<MessageEnd, "state" | "errorCode" | "fault" | "waitSec" | "isUnknown">): MessageEnd => ({
    id,
    from: due.state,
    ...outcome,
  });
  if (!carried) return end({ state: "failed" });
  const outcome: CarryOutcome = await carrier.start({ ...carried, channel, about, locale: languageOf(due) });
  if (outcome.outcome === "sent") return end({ state: "sent" });
  if (outcome.outcome === "refused")
    return end({ state: "failed", errorCode: outcome.errorCode, fault: outcome.fault });
  const waitSec = Math.max(outcome.waitSec ?? 0, waitAfter(due));
  const isLate = waitSec >= due.left_sec;
  const { fault, isUnknown } = outcome;
  return end({ state: isLate ? "failed" : "waiting", fault, waitSec, isUnknown });
}

/** A carrier that cannot be reached loses nothing: the verification expires there by itself. */
async function settle(carrier: CodeCarrier, due: DueMessage): Promise<MessageEnd> {
  const carried = carriedBy(due);
  const isSettled = carried === undefined || due.attempts > 5 || (await carrier.check(carried));
  const { id, state: from } = due;
  return { id, from, state: isSettled ? "settled" : "right", waitSec: isSettled ? 0 : waitAfter(due) };
}

const waitAfter = ({ attempts }: DueMessage): number => 5 * 2 ** Math.min(attempts, 6);
