/** The verifications that a user lacks before their wallet opens. */
import type { MissingVerification } from "#contract/products/wallet/blocks.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { findUserById, ID_LEVEL } from "../../people/accounts/index.ts";
import { hasPhone, standingsOf } from "./rows.ts";

/** Of registration group 1 all four, of a country that asks for an identity only that. Empty where nothing is asked for. */
export async function missingVerification(
  tx: ReadTx,
  { userId, blocks }: { readonly userId: bigint; readonly blocks: readonly string[] },
): Promise<MissingVerification[]> {
  if (!blocks.includes("ID_REQUIRED")) return [];
  const [user, standings, isPhoneConfirmed] = await Promise.all([
    findUserById(tx, userId),
    standingsOf(tx, userId),
    hasPhone(tx, userId),
  ]);
  if (!user) throw new Error(`user ${userId} is gone`);
  const lacks = (kind: "id" | "address") => !standings.some((one) => one.kind === kind && one.is_verified);
  const isAsked = (of: MissingVerification) => user.registration_group === 1 || (of === "id" && user.level < ID_LEVEL);
  const missing: Record<MissingVerification, boolean> = {
    email: user.email_confirmed_at === null,
    phone: !isPhoneConfirmed,
    id: lacks("id"),
    address: lacks("address"),
  };
  return (["email", "phone", "id", "address"] as const).filter((of) => missing[of] && isAsked(of));
}
