/**
 * The link in an email that stops emails like it: signed, for one person and one area. It needs no session, because a mail
 * program follows it (RFC 8058), and can do nothing else. Opening it changes nothing.
 */
import { type Area, AREAS } from "#contract/reach/notification-channels.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { isSigned, signed } from "../../../platform/sealed.ts";
import { aboutOfToken } from "../../../platform/mail/stop-link.ts";
import { findUserById, findUserIdByExternalId, openPersonal, type UserRow } from "../../../people/accounts/index.ts";
import { choicesOf, writeChoices } from "./choice-rows.ts";
import { stopArea } from "./climb-rows.ts";
import { EVENT_SETTINGS } from "../kinds.ts";

type Reader = Pick<UserRow, "external_id" | "email_sealed" | "first_name_sealed" | "last_name_sealed">;

/** What the link is about: an account, an area, and the address that it is sent to. Another address makes it void. */
export const aboutStopping = (user: Reader, area: Area) =>
  `${user.external_id}.${area}.${signed(addressOf(user), ADDRESS)}`;

const ADDRESS = "stop-emails-to";
const addressOf = (user: Reader) => openPersonal(user).email.toLowerCase();

type Stopped = { readonly userId: bigint; readonly area: Area };

/** Undefined for a link that we did not write. */
export async function readStopLink(tx: ReadTx, token: string): Promise<Stopped | undefined> {
  const [externalId = "", named, address = ""] = aboutOfToken(token)?.split(".") ?? [];
  const area = AREAS.find((one) => one === named);
  if (!area) return undefined;
  const userId = await findUserIdByExternalId(tx, externalId);
  const user = userId === undefined ? undefined : await findUserById(tx, userId);
  const isTheirs = user !== undefined && isSigned(address, { text: addressOf(user), purpose: ADDRESS });
  return isTheirs ? { userId: user.id, area } : undefined;
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
