/** What changed a balance, in a word and in a sentence. A kind that this build does not know is an adjustment. */
import type { WalletTransaction } from "#contract/products/wallet/wallet.ts";
import type { Translate } from "#sdk/words/t.ts";

type One = Pick<WalletTransaction, "type">;

export const typeText = (t: Translate, { type }: One) => t.maybe(`wallet.type.${type}`, t("wallet.type.other"));

export const explanation = (t: Translate, { type }: One) =>
  t.maybe(`wallet.explain.${type}`, t("wallet.explain.other"));
