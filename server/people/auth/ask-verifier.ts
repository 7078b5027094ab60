/** Questions to the signer's process about passwords, with its refusals in the words of ours. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { fewAtOnce } from "../../platform/few-at-once.ts";
import { SignerRefusal, SignerSilent } from "../../platform/outside/signer/signer.ts";

const BUSY_RETRY_SEC = 3;
const THROTTLED_RETRY_SEC = 3600;
export const MOST_WAITING = 60;

const busy = (cause?: unknown) => new Refusal("auth.busy", { retryAfterSec: BUSY_RETRY_SEC }, {}, { cause });

/** Passwords are counted and compared a few at a time, on no connection of the database. Refuses auth.busy. */
export const inPasswordQueue = fewAtOnce({ atOnce: 3, mostWaiting: MOST_WAITING, busy });

/** Refuses auth.busy when too many ask, or nobody answers, and auth.throttled when too many guesses were wrong. */
export async function askVerifier<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (error) {
    const isBusy = error instanceof SignerRefusal && error.code === "signer.busy";
    if (isBusy || error instanceof SignerSilent) throw busy(error);
    if (error instanceof SignerRefusal && error.code === "signer.throttled") {
      throw new Refusal("auth.throttled", { retryAfterSec: THROTTLED_RETRY_SEC }, {}, { cause: error });
    }
    throw error;
  }
}
