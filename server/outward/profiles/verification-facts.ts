/** What of somebody is verified, what they may do for it, and what they may still trade. */
import type { CurrentUser } from "#contract/accounts.ts";
import type { PhoneView } from "#contract/phones.ts";
import type { VerificationStanding } from "#contract/verification.ts";
import type { WalletBlock } from "#contract/wallet-blocks.ts";
import type { ReadTx } from "../../platform/db.ts";
import { withPlace } from "../../platform/http/closed-places.ts";
import type { Viewer } from "../../platform/http/policy.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { blockOf, EMAIL_LEVEL, standingsOf, type UserRow } from "../../people/accounts/index.ts";
import { factorUsesOf } from "../../people/auth/index.ts";
import { checkOf, unusedVolume } from "../levels/index.ts";
import { viewStandings } from "../verification/index.ts";

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
type Known = CurrentUser["verification"]["id"];

const NOTHING: Known = {
  isVerified: false,
  isPending: false,
  isRejected: false,
  isForced: false,
  rejectReasons: [],
  triesLeft: 0,
  expiresAt: null,
};

export async function verificationFacts(
  tx: ReadTx,
  { user, phone, viewer }: { user: UserRow; phone: PhoneView; viewer: Pick<Viewer, "blocks"> },
): Promise<Facts> {
  const isConfirmed = user.email_confirmed_at !== null;
  // With what the address of this request takes away.
  const walletBlockReasons = withPlace(viewer, (await standingsOf(tx, [user.id])).get(user.id)?.blocks ?? []);
  const [documents, unused, blockedKycActions] = await Promise.all([
    viewStandings(tx, user.id),
    unusedVolume(tx, { userId: user.id, fiat: user.currency_code }),
    blockedActions(tx, user, walletBlockReasons),
  ]);
  const ofDocument = (kind: VerificationStanding["kind"]) => documentFacts(documents.find((one) => one.kind === kind));
  return {
    verification: {
      id: ofDocument("id"),
      address: ofDocument("address"),
      phone: {
        ...NOTHING,
        isVerified: phone.state === "confirmed",
        isPending: phone.state === "code_sent",
        triesLeft: phone.state === "code_sent" ? phone.triesLeft : 0,
      },
      video: ofDocument("video"),
      email: { ...NOTHING, isVerified: isConfirmed, isPending: !isConfirmed },
      // Given when the account is opened, and compared with the document of identity.
      fullnameBirthday: { ...NOTHING, isVerified: isConfirmed },
    },
    twoFactor: await factorUsesOf(tx, user.id),
    kycLevelCheck: checkOf({ level: user.level, isDemo: user.is_demo }, unused),
    basicVerification: isConfirmed ? "approved" : "pending",
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

function documentFacts(standing: VerificationStanding | undefined): Known {
  if (!standing) return NOTHING;
  const { isVerified, isForced, triesLeft, latest } = standing;
  return {
    isVerified,
    isPending: latest?.status === "pending",
    isRejected: latest?.status === "rejected",
    isForced,
    rejectReasons: latest?.rejectReasons ?? [],
    triesLeft,
    expiresAt: isVerified && latest?.expiresOn ? `${latest.expiresOn}T00:00:00.000Z` : null,
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
