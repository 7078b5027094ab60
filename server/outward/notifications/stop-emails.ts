/**
 * The link in an email that stops emails like it: signed, for one person and one area. It needs no session, because a mail
 * program follows it (RFC 8058), and can do nothing else. Opening it changes nothing.
 */
import { type Area, AREAS } from "#contract/notification-channels.ts";
import { Refusal } from "#contract/refusals.ts";
import type { ReadTx, Tx } from "../../platform/db.ts";
import { aboutOfToken } from "../../platform/stop-link.ts";
import { findUserIdByExternalId } from "../../people/accounts/index.ts";
import { choicesOf, writeChoices } from "./choice-rows.ts";
import { stopArea } from "./climb-rows.ts";
import { EVENT_SETTINGS } from "./kinds.ts";

/** What the link is about. */
export const aboutStopping = (externalId: string, area: Area) => `${externalId}.${area}`;

type Stopped = { readonly userId: bigint; readonly area: Area };

/** Undefined for a link that we did not write. */
export async function readStopLink(tx: ReadTx, token: string): Promise<Stopped | undefined> {
  const [externalId = "", named] = aboutOfToken(token)?.split(".") ?? [];
  const area = AREAS.find((one) => one === named);
  if (!area) return undefined;
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
      channels: (own?.events.get(event) ?? usual).filter((channel) => channel !== "email"),
    })),
  );
  return { area };
}
