/** Sends changes of an account to each open page of its owner, so that banners change without a reload. */
import { bannerKey } from "#contract/platform/banner-key.ts";
import type { LEVEL_CHANGES } from "#contract/platform/events.ts";
import type { StoredEvent } from "../../../platform/app-ports.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { type LivePost, messageTo } from "../../../platform/events/live.ts";
import { findUsersById, standingsOf } from "../../../people/accounts/index.ts";
import { readSettings } from "../../../reference/settings/index.ts";
import { missingVerification } from "../../../compliance/verification/index.ts";
import { bannersOf, linesFrom } from "../surround/surround.ts";
import { linesRow } from "../surround/surround-rows.ts";

export async function pushAccount(
  tx: Tx,
  events: readonly StoredEvent<"account.restricted" | "account.restriction_lifted" | (typeof LEVEL_CHANGES)[number]>[],
): Promise<LivePost[]> {
  const ids = [...new Set(events.map(({ subject }) => BigInt(subject)))];
  const [users, standings, settings] = await Promise.all([
    findUsersById(tx, ids),
    standingsOf(tx, ids),
    readSettings(tx, ["catalog.gray_countries"]),
  ]);
  // What is closed stays above until the page is made anew: where the reader is, nobody knows here.
  const site = { grayCountries: settings["catalog.gray_countries"], closedCountries: [] };
  const posts: LivePost[] = [];
  for (const user of users.values()) {
    const [standing, row] = [standings.get(user.id), await linesRow(tx, user.id)];
    if (!standing || !row) continue;
    const reader = { viewer: standing, lines: linesFrom(row), isDemoAccount: row.is_demo };
    posts.push(
      messageTo(`user:${user.external_id}`, {
        type: "session.changed",
        isEmailConfirmed: user.email_confirmed_at !== null,
        isNamed: user.named_at !== null,
        restrictions: standing.restrictions,
        liveBanners: bannersOf(site, reader).map(bannerKey),
        liveBlocks: standing.blocks,
        liveMissing: await missingVerification(tx, { userId: user.id, blocks: standing.blocks }),
      }),
    );
  }
  return posts;
}
