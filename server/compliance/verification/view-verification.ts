/** The state of each verification of a user: the same for the current user and for the requirements of levels. */
import type { CurrentUser } from "#contract/people/accounts.ts";
import type { PhoneView } from "#contract/people/phones.ts";
import type { VerificationStanding } from "#contract/compliance/verification/verification.ts";
import type { WalletBlock } from "#contract/products/wallet/blocks.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import type { UserRow } from "../../people/accounts/index.ts";
import { emailCodeOf } from "../../people/auth/index.ts";
import { missingVerification } from "./missing-verification.ts";
import { viewStandings } from "./view-own.ts";

type Verification = CurrentUser["verification"];
type Part = Verification["id"];

const NOTHING: Part = {
  isVerified: false,
  isPending: false,
  isRejected: false,
  isForced: false,
  rejectReasons: [],
  triesLeft: 0,
  expiresAt: null,
};
const TOO_OFTEN = "attempts_exceeded";

type Of = {
  readonly user: Pick<UserRow, "id" | "email_confirmed_at" | "named_at">;
  readonly phone: PhoneView;
  readonly blocks: readonly WalletBlock[];
};

/** Forced is what staff ask for anew, and what a wallet needs before it opens. */
export async function viewVerification(tx: ReadTx, { user, phone, blocks }: Of): Promise<Verification> {
  const [standings, missing, code] = await Promise.all([
    viewStandings(tx, user.id),
    missingVerification(tx, { userId: user.id, blocks }),
    emailCodeOf(tx, user.id),
  ]);
  const ofKind = (kind: "id" | "address" | "video") => {
    const isMissing = kind !== "video" && missing.includes(kind);
    return ofDocument(
      standings.find((one) => one.kind === kind),
      isMissing,
    );
  };
  const isConfirmed = user.email_confirmed_at !== null;
  const id = ofKind("id");
  return {
    id,
    address: ofKind("address"),
    video: ofKind("video"),
    phone: ofPhone(phone, missing.includes("phone")),
    email: { ...(isConfirmed ? verified() : ofCode(code, tx.now)), isForced: missing.includes("email") },
    fullnameBirthday: ofName(id, user.named_at !== null),
  };
}

/** A confirmed email, with name and day of birth that no document speaks against. */
export function basicOf({ email, fullnameBirthday }: Verification): CurrentUser["basicVerification"] {
  if (fullnameBirthday.isRejected) return "rejected";
  return email.isVerified && fullnameBirthday.isVerified ? "approved" : "pending";
}

const verified = (): Part => ({ ...NOTHING, isVerified: true });

function ofDocument(standing: VerificationStanding | undefined, isMissing: boolean): Part {
  if (!standing) return NOTHING;
  const { isVerified, isForced, triesLeft, latest, expiresOn } = standing;
  return {
    isVerified,
    isPending: latest?.status === "pending",
    isRejected: latest?.status === "rejected",
    isForced: isForced || isMissing,
    rejectReasons: latest?.rejectReasons ?? [],
    triesLeft,
    expiresAt: expiresOn && `${expiresOn}T00:00:00.000Z`,
  };
}

/** A code that is out can be shown until it ends, or was guessed at too often. */
function ofCode(code: { triesLeft: number; expiresAt: Date } | undefined, now: Date): Part {
  if (!code || code.expiresAt <= now) return NOTHING;
  const isUsedUp = code.triesLeft <= 0;
  return {
    ...NOTHING,
    isPending: !isUsedUp,
    isRejected: isUsedUp,
    rejectReasons: isUsedUp ? [TOO_OFTEN] : [],
    triesLeft: Math.max(0, code.triesLeft),
    expiresAt: code.expiresAt.toISOString(),
  };
}

function ofPhone(phone: PhoneView, isForced: boolean): Part {
  if (phone.state === "confirmed") return verified();
  const isLost = phone.delivery === "failed";
  const isRejected = phone.isAttemptsExceeded || isLost;
  return {
    ...NOTHING,
    isPending: !isRejected && phone.codeExpiresAt !== null,
    isRejected,
    isForced,
    rejectReasons: [...(phone.isAttemptsExceeded ? [TOO_OFTEN] : []), ...(isLost ? ["not_delivered"] : [])],
    triesLeft: phone.triesLeft,
    expiresAt: phone.codeExpiresAt,
  };
}

/** Given by its own step; the document of identity is compared with it, and may show that it is another. */
function ofName(id: Part, isGiven: boolean): Part {
  const against = id.isRejected ? id.rejectReasons.filter((one) => one === "name_mismatch" || one === "underage") : [];
  // An identity that is verified stays so while a renewal of it is rejected.
  const isRejected = against.length > 0 && !id.isVerified;
  return {
    ...id,
    isVerified: id.isVerified || (isGiven && !isRejected),
    isRejected,
    rejectReasons: isRejected ? against : [],
  };
}
