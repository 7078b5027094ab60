/** What of somebody is verified, what they may do for it, and what they may still trade. */
import type { CurrentUser } from "#contract/accounts.ts";
import type { PhoneView } from "#contract/phones.ts";
import type { WalletBlock } from "#contract/wallet-blocks.ts";
import type { ReadTx } from "../../platform/db.ts";
import { withPlace } from "../../platform/http/closed-places.ts";
import type { Viewer } from "../../platform/http/policy.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { blockOf, EMAIL_LEVEL, standingsOf, type UserRow } from "../../people/accounts/index.ts";
import { factorUsesOf } from "../../people/auth/index.ts";
import { checkOf, unusedVolume } from "../levels/index.ts";
import { basicOf, viewProofs } from "../verification/index.ts";

type Facts = Pick<
  CurrentUser,
  | "verification"
  | "twoFactor"
  | "kycLevelCheck"
  | "basicVerification"
  | "blockedKycActions"
  | "walletBlockReasons"
  | "phoneData"
>;

export async function verificationFacts(
  tx: ReadTx,
  { user, phone, viewer }: { user: UserRow; phone: PhoneView; viewer: Pick<Viewer, "blocks"> },
): Promise<Facts> {
  const { blocks = [] } = (await standingsOf(tx, [user.id])).get(user.id) ?? {};
  // With what the address of this request takes away.
  const walletBlockReasons = withPlace(viewer, blocks);
  const [verification, unused, blockedKycActions] = await Promise.all([
    viewProofs(tx, { user, phone, blocks }),
    unusedVolume(tx, { userId: user.id, fiat: user.currency_code }),
    blockedActions(tx, user, walletBlockReasons),
  ]);
  return {
    verification,
    twoFactor: await factorUsesOf(tx, user.id),
    kycLevelCheck: checkOf({ level: user.level, isDemo: user.is_demo }, unused),
    basicVerification: basicOf(verification),
    blockedKycActions,
    walletBlockReasons: [...walletBlockReasons],
    phoneData: {
      number: phone.number,
      code: phone.code,
      isAttemptsExceeded: phone.isAttemptsExceeded,
      countdown: phone.countdown,
    },
  };
}

/** As the routes and rules have it: trades and the wallet take a confirmed email, offers and some countries more. */
async function blockedActions(tx: ReadTx, user: UserRow, blocks: readonly WalletBlock[]): Promise<string[]> {
  const settings = await readSettings(tx, ["offers.creation_level"]);
  const mayTrade = user.level >= EMAIL_LEVEL && blockOf({ blocks, restrictions: [] }, "start_trade") === undefined;
  return [
    ...(user.level < settings["offers.creation_level"] || !mayTrade ? ["create-offer", "activate-offer"] : []),
    ...(mayTrade ? [] : ["start-trade-buy", "start-trade-sell"]),
    ...(user.level < EMAIL_LEVEL || blocks.length > 0 ? ["use-wallet"] : []),
  ];
}
