/** A user chooses the channels of events; events that are not named keep theirs. */
import { type Channel, CHANNELS } from "#contract/reach/notification-channels.ts";
import type { NotificationSettings } from "#contract/reach/notifications.ts";
import { fieldRefusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { pushKeysOf } from "../../../platform/outside/providers/push-service.ts";
import { pushKey } from "../../../platform/sealed.ts";
import { findUserById, languageOf, mostMinutes, phraseOf, rolesOf } from "../../../people/accounts/index.ts";
import { readSettings } from "../../../reference/settings/index.ts";
import { type Choice, choicesOf, writeChoices } from "./choice-rows.ts";
import { unstopAreas } from "./climb-rows.ts";
import { countDevices } from "./device-rows.ts";
import { EVENT_SETTINGS, type EventSetting, OF_STAFF } from "../kinds.ts";
import { botName, nameOfChat } from "./telegram/rows.ts";

const BY_EVENT = new Map<string, EventSetting>(EVENT_SETTINGS.map((setting) => [setting.event, setting]));

/** Refuses account.settings_invalid for an event that there is not, notification.always_on for one that may not lose a channel. */
export async function chooseChannels(
  tx: Tx,
  { userId, chosen }: { userId: bigint; chosen: Readonly<Record<string, readonly Channel[]>> },
): Promise<void> {
  const choices = Object.entries(chosen).map(([event, channels]): Choice => {
    const setting = BY_EVENT.get(event);
    if (!setting) throw fieldRefusal("account.settings_invalid", "notifications");
    if (setting.fixed.some((channel) => !channels.includes(channel)))
      throw fieldRefusal("notification.always_on", "notifications");
    return { event, channels: CHANNELS.filter((channel) => channels.includes(channel)) };
  });
  if (choices.length === 0) return;
  await writeChoices(tx, userId, choices);
  const mailed = choices.filter(({ channels }) => channels.includes("email"));
  const areas = mailed.flatMap(({ event }) => BY_EVENT.get(event)?.area ?? []);
  if (areas.length > 0) await unstopAreas(tx, { userId, areas });
}

export async function viewSettings(tx: ReadTx, userId: bigint): Promise<NotificationSettings> {
  const [user, choices, roles, devices, bot, name, climbs, most] = await Promise.all([
    findUserById(tx, userId),
    choicesOf(tx, [userId]),
    rolesOf(tx, userId),
    countDevices(tx, userId),
    botName(tx),
    nameOfChat(tx, userId),
    readSettings(tx, ["notifications.climb_minutes"]),
    mostMinutes(tx),
  ]);
  const own = choices.get(userId);
  const shown = EVENT_SETTINGS.filter(({ event }) =>
    event === "staff_granted" ? roles.includes("admin") : roles.length > 0 || !OF_STAFF.has(event),
  );
  return {
    events: shown.map(({ event, area, usual, fixed }) => ({
      event,
      area,
      channels: CHANNELS.filter((channel) => [...fixed, ...(own?.events.get(event) ?? usual)].includes(channel)),
      fixed: [...fixed],
    })),
    mailPhrase: (user && phraseOf(user)) ?? "",
    language: user ? languageOf(user) : "en",
    climbMinutes: climbs["notifications.climb_minutes"],
    interval: user?.notify_interval_min ?? 0,
    mostInterval: most,
    pushKey: pushKeysOf(pushKey()).publicKey,
    devices,
    telegram: { isOffered: bot !== undefined, name: name ?? null },
  };
}
