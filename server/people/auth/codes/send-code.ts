/** Requests a code that confirms one thing: the signer makes it, and a worker sends it. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReplyOf } from "#contract/platform/endpoint.ts";
import type { sendTextCode } from "#contract/people/sign-in/two-factor.ts";
import { calledFrom } from "../../../platform/postgres/caller-rows.ts";
import type { Caller, Viewer } from "../../../platform/http/policy.ts";
import type { CodeAsked, Verifier } from "../../../platform/outside/signer/signer.ts";
import { askVerifier } from "../ask-verifier.ts";
import { AGAIN_AFTER_SEC, channelsOf } from "./sent-code.ts";
import { waitRefusal } from "../second-step/two-factor.ts";

/** Of what is asked for by text: a call gets there. */
const TEXT_REFUSALS = { texts_off: "phone.texts_off", landline: "phone.no_texts" } as const;

type Asking = {
  readonly viewer: Pick<Viewer, "userId"> & { readonly sessionId?: bigint };
  readonly caller: Caller;
};

/** Refuses two_factor.none, phone.texts_off, phone.no_texts, auth.factor_needed, auth.throttled with the seconds to wait, auth.busy. */
export async function sendCode(
  verifier: Verifier,
  { viewer, caller }: Asking,
  asked: Pick<CodeAsked, "by" | "for">,
): Promise<ReplyOf<typeof sendTextCode>> {
  const sessionId = viewer.sessionId?.toString();
  const wanted = { ...asked, userId: viewer.userId.toString(), sessionId, from: calledFrom(caller) };
  const outcome = await askVerifier(() => verifier.sendCode(wanted));
  if (outcome.outcome === "wait") throw waitRefusal(outcome.waitSec);
  if (outcome.outcome === "factor") throw new Refusal("auth.factor_needed");
  if (outcome.outcome === "texts_off" || outcome.outcome === "landline")
    throw new Refusal(TEXT_REFUSALS[outcome.outcome]);
  if (outcome.outcome === "none") throw new Refusal("two_factor.none");
  return { ...channelsOf({ by: asked.by, delivery: "waiting" }), waitSec: AGAIN_AFTER_SEC };
}
