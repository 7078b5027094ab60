/** Hints and errors of the fields of an account, in the reader's language. */
import { type AccountField, FAULT_PREFIX } from "#contract/market/trades/payment/account-names.ts";
import type { Declined } from "#sdk/declined.ts";
import type { Translate } from "#sdk/words/t.ts";

export type Texts = Partial<Record<AccountField, string>>;

/** A code that nobody knows says what the server said. */
export function faultOf(t: Translate, refusal: Declined | null, field: string): string | undefined {
  const first = refusal?.details[field]?.[0];
  return first && t.maybe(`payments.fault.${first.code.slice(FAULT_PREFIX.length)}`, first.message);
}
