/**
 * The link in an email that stops emails like it: signed, for one person and one area. It needs no session, because a mail
 * program follows it (RFC 8058), and can do nothing else. Opening it changes nothing.
 */
import { type Area, AREAS } from "#contract/notification-channels.ts";
import { Refusal } from "#contract/refusals.ts";
import type { ReadTx, Tx } from "../../platform/db.ts";
import { isSigned, signed } from "../../platform/sealed.ts";
import { findUserIdByExternalId } from "../../people/accounts/index.ts";
import { choicesOf, writeChoices } from "./choice-rows.ts";
import { stopArea } from "./climb-rows.ts";
import { EVENT_SETTINGS } from "./kinds.ts";

const PURPOSE = "stop-emails";
export const STOP_PATH = "/unsubscribe";

export function stopLink(externalId: string, area: Area): string {
  const about = `${externalId}.${area}`;
  return `${STOP_PATH}?token=${about}.${signed(about, PURPOSE)}`;
}

type Stopped = { readonly userId: bigint; readonly area: Area };

/** Undefined for a link that we did not write. */
export async function readStopLink(tx: ReadTx, token: string): Promise<Stopped | undefined> {
  const [externalId = "", named = "", mark = "", ...more] = token.split(".");
  const area = AREAS.find((one) => one === named);
  if (!area || more.length > 0 || !isSigned(mark, { text: `${externalId}.${area}`, purpose: PURPOSE }))
    return undefined;
  const userId = await findUserIdByExternalId(tx, externalId);
  return userId === undefined ? undefined : { userId, area };
}

/** Twice is once. Refuses notification.link_unknown. */
export async function stopEmails(tx: Tx, token: string): Promise<{ area: Area }> {
  const stopped = await readStopLink(tx, token);
  if (!stopped) throw new Refusal("notification.link_unknown");
  const { userId, area } = stopped;
  await stopArea(tx, stopped);
  const own = (await choicesOf(tx, [userId])).get(userId);
  const stoppable = EVENT_SETTINGS.filter((setting) => setting.area === area && !setting.fixed.includes("email"));
  await writeChoices(
    tx,
    userId,
    stoppable.map(({ event, usual }) => ({
      event,
      channels: (own?.get(event) ?? usual).filter((channel) => channel !== "email"),
    })),
  );
  return { area };
}
