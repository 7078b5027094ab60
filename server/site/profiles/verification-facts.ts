/** What is verified of a user, what is open to them, and what they may still trade. */
import type { CurrentUser } from "#contract/people/accounts.ts";
import type { PhoneView } from "#contract/people/phones.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { withPlace } from "../../platform/http/entry/closed-places.ts";
import type { Viewer } from "../../platform/http/policy.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { areTradesClosedTo, blockedKycActions, standingsOf, type UserRow } from "../../people/accounts/index.ts";
import { factorUsesOf } from "../../people/auth/index.ts";
import { checkOf, unusedVolume } from "../../compliance/levels/index.ts";
import { basicOf, viewVerification } from "../../compliance/verification/index.ts";

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
  const [verification, unused, settings, areTradesClosed] = await Promise.all([
    viewVerification(tx, { user, phone, blocks }),
    unusedVolume(tx, { userId: user.id, fiat: user.currency_code }),
    readSettings(tx, ["offers.creation_level"]),
    areTradesClosedTo(tx, user.id),
  ]);
  return {
    verification,
    twoFactor: await factorUsesOf(tx, user.id),
    kycLevelCheck: checkOf({ level: user.level, isDemo: user.is_demo }, unused),
    basicVerification: basicOf(verification),
    blockedKycActions: blockedKycActions(
      { level: user.level, blocks: walletBlockReasons, areTradesClosed },
      settings["offers.creation_level"],
    ),
    walletBlockReasons: [...walletBlockReasons],
    phoneData: {
      number: phone.number,
      code: phone.code,
      isAttemptsExceeded: phone.isAttemptsExceeded,
      countdown: phone.countdown,
    },
  };
}
