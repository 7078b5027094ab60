/**
 * Tokens by which a person opens their own applicant in the provider's web SDK. A worker alone has the provider's key: the person
 * asks, a worker fetches the token and seals it, and the person takes it once.
 */
import type { ReplyOf } from "#contract/platform/endpoint.ts";
import type { getSumsubToken } from "#contract/compliance/verification/verification.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { AppPorts, Job } from "../../../platform/app-ports.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { openSumsub, type Sumsub } from "../../../platform/outside/providers/sumsub.ts";
import { seal, unseal } from "../../../platform/sealed.ts";
import { insertCase } from "./rows.ts";
import * as rows from "./token-rows.ts";
import { ownByReference } from "../rows.ts";

const TOKEN_SEC = 600;
const AT_ONCE = 10;

const placeOf = (reference: string) => `provider_tokens.token:${reference}`;

/** Nulls until a worker has fetched it; who took one asks for another. Refuses verification.unknown, .over, .no_provider. */
export async function takeToken(
  tx: Tx,
  own: { readonly reference: string; readonly userId: bigint },
): Promise<ReplyOf<typeof getSumsubToken>> {
  const row = await ownByReference(tx, own);
  if (!row) throw new Refusal("verification.unknown");
  if (row.kind === "company" || row.kind === "video" || !(await rows.hasProvider(tx)))
    throw new Refusal("verification.no_provider");
  if (row.status !== "started" && row.status !== "pending") throw new Refusal("verification.over");
  const taken = await rows.takeToken(tx, own.reference);
  if (taken)
    return { token: unseal(taken.token_sealed, placeOf(own.reference)), expiresAt: taken.expires_at.toISOString() };
  await rows.askForToken(tx, own.reference);
  return { token: null, expiresAt: null };
}

export const providerTokenJob: Job = {
  name: "fetch-provider-tokens",
  everyMs: 1000,
  async run({ db, config, log }: AppPorts) {
    if (!config.sumsub) return;
    const { levels } = config.sumsub;
    await db.tx(rows.noteProvider);
    await db.tx(rows.forgetEnded);
    const now = await db.read(async (tx) => tx.now.getTime() / 1000);
    const sumsub = openSumsub({ ...config.sumsub, api: config.sumsubApi, now: () => now });
    for (const one of await db.read((tx) => rows.tokensToFetch(tx, AT_ONCE)))
      await fetchOne(db, { sumsub, one, levelName: levels[one.kind] }).catch(async (error: unknown) => {
        log.warn(
          { err: error instanceof Error ? error.message : "unknown" },
          "Sumsub gave no token; it is asked again",
        );
        await db.tx((tx) => rows.markUnfetched(tx, one.verification_id));
      });
  },
};

type Fetching = { readonly sumsub: Sumsub; readonly one: rows.ToFetch; readonly levelName: string };

/** The applicant is made first, and its case here with it: what a person adds there is erased there like what we send. */
async function fetchOne(db: AppPorts["db"], { sumsub, one, levelName }: Fetching): Promise<void> {
  const { verification_id: verificationId, reference: externalUserId } = one;
  const applicantId = one.applicant_id ?? (await sumsub.applicant({ externalUserId, levelName }));
  await db.tx((tx) => insertCase(tx, { verificationId, applicantId }));
  const token = await sumsub.accessToken({ externalUserId, levelName, ttlSec: TOKEN_SEC });
  await db.tx((tx) =>
    rows.keepToken(tx, { verificationId, tokenSealed: seal(token, placeOf(externalUserId)), seconds: TOKEN_SEC }),
  );
}
