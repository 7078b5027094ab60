/** Sends new feedback to the open pages of both sides of its trade. */
import { localeOf } from "#contract/platform/locales.ts";
import type { StoredEvent } from "../../platform/app-ports.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import type { LivePost } from "../../platform/events/live.ts";
import { findUsersById } from "../../people/accounts/index.ts";
import { viewItem } from "./list-feedback.ts";
import { feedbackOfTrades } from "./rows.ts";

export async function pushFeedback(
  tx: Tx,
  events: readonly StoredEvent<"feedback.given" | "feedback.replied">[],
): Promise<LivePost[]> {
  const rows = await feedbackOfTrades(tx, [...new Set(events.map(({ subject }) => subject))]);
  const said = [...Map.groupBy(rows, ({ trade_hash }) => trade_hash)];
  const users = await findUsersById(tx, [...new Set(rows.flatMap((row) => [row.giver_id, row.receiver_id]))]);
  const views = said.flatMap(([tradeHash, items]) =>
    [...new Set(items.flatMap((row) => [row.giver_id, row.receiver_id]))].flatMap((viewerId) => {
      const viewer = users.get(viewerId);
      return viewer ? [{ tradeHash, items, viewer }] : [];
    }),
  );
  return [
    {
      channels: views.map(({ viewer }) => `user:${viewer.external_id}`),
      bodies: async () =>
        views.map(({ tradeHash, items, viewer }) => ({
          type: "feedback.changed",
          tradeHash,
          items: items.map((row) => viewItem(row, viewer.id, localeOf(viewer.locale))),
        })),
    },
  ];
}
