/** A user's public profile: the summary, volumes, and the viewer's relation to the user. */
import type { UserProfile } from "#contract/people/accounts.ts";
import { CRYPTO, CRYPTO_CODES } from "#contract/money/money.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { findUserIdByUsername } from "../../people/accounts/index.ts";
import { relationOf } from "../../people/contacts/index.ts";
import { chatStandingOf, type Reader } from "../../reach/messenger/index.ts";
import { bandOf, summariesOf, volumesOf } from "../../people/reputation/index.ts";

/** Refuses account.not_found. */
export async function viewProfile(
  tx: ReadTx,
  { username, viewer, locale }: { username: string; viewer: Reader | undefined; locale?: string | undefined },
): Promise<UserProfile> {
  const viewerId = viewer?.userId;
  const userId = await findUserIdByUsername(tx, username);
  const summaries = userId === undefined ? undefined : await summariesOf(tx, { userIds: [userId], viewerId, locale });
  const summary = userId === undefined ? undefined : summaries?.get(userId);
  if (userId === undefined || !summary) throw new Refusal("account.not_found");
  const volumes = await volumesOf(tx, userId);
  const tradeVolume = Object.fromEntries(
    CRYPTO_CODES.map((code) => [
      code,
      bandOf(volumes.find(({ currency }) => currency === code)?.units ?? 0n, CRYPTO[code].digits),
    ]),
  );
  const relation =
    viewerId === undefined ? { isTrusted: false, isBlocked: false } : await relationOf(tx, viewerId, userId);
  const isSelf = viewerId === userId;
  const chat = viewer && !isSelf ? await chatStandingOf(tx, { viewer, userId }) : null;
  return { ...summary, tradeVolume, relation, isSelf, chat };
}
