/** What stands around every page: who is signed in, and the banners above. */
import type { Banner, SessionUser } from "#contract/page.ts";
import type { ReadTx } from "../../platform/db.ts";
import type { Surround } from "../../platform/http/pages.ts";
import type { Viewer } from "../../platform/http/policy.ts";
import { flagsNow } from "../../reference/flags/index.ts";
import { rateOf } from "../../money/rates/index.ts";
import { isHalted } from "../../money/ledger/index.ts";
import { EMAIL_LEVEL, findUserById, openPersonal } from "../../people/accounts/index.ts";
import { unreadOf } from "../notifications/index.ts";
import { activeTradeHashes } from "../../market/trades/index.ts";

export const surround: Surround = async ({ tx, viewer, isDemo }) => ({
  session: viewer ? await sessionUser(tx, viewer) : null,
  banners: await bannersFor(tx, { viewer, isDemo }),
  flags: await flagsNow(tx),
});

async function sessionUser(tx: ReadTx, viewer: Viewer): Promise<SessionUser | null> {
  const user = await findUserById(tx, viewer.userId);
  if (!user) return null;
  const active = await activeTradeHashes(tx, viewer.userId);
  const has = (state: string) => viewer.restrictions.includes(state);
  return {
    username: user.username,
    externalId: user.external_id,
    avatarUrl: `/avatars/${user.username}.svg`,
    email: openPersonal(user).email,
    isEmailConfirmed: user.email_confirmed_at !== null,
    roles: viewer.roles,
    countryIso: user.country_iso,
    fiatCode: user.currency_code,
    isDemoAccount: user.is_demo,
    isBanned: has("banned"),
    isFrozen: has("frozen"),
    isRestricted: has("restricted"),
    isSuspended: has("suspended"),
    isOnHold: has("on_hold") || has("compliance_hold"),
    isBalanceHidden: user.is_balance_hidden,
    activeTrades: active,
    unreadNotices: await unreadOf(tx, viewer.userId),
  };
}

async function bannersFor(
  tx: ReadTx,
  { viewer, isDemo }: { viewer: Viewer | undefined; isDemo: boolean },
): Promise<Banner[]> {
  const isMoneyOutHalted = await isHalted(tx, "money_out");
  const rate = await rateOf(tx, "BTC", "USD");
  const states: Record<string, Banner["kind"]> = { banned: "banned", frozen: "frozen", restricted: "restricted" };
  return [
    ...(isDemo ? [{ kind: "demo_mode" as const }] : []),
    ...(rate?.state === "recorded" ? [{ kind: "recorded_rates" as const }] : []),
    ...(viewer && viewer.level < EMAIL_LEVEL ? [{ kind: "verify_email" as const }] : []),
    ...(viewer?.restrictions ?? []).flatMap((state) => (states[state] ? [{ kind: states[state] }] : [])),
    ...(isMoneyOutHalted ? [{ kind: "money_out_halted" as const }] : []),
  ];
}
