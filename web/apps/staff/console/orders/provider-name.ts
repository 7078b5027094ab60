/** The name of a provider; the code of one that was added without a name. */
import type { Translate } from "#sdk/words/t.ts";

export const providerName = (t: Translate, code: string): string => t.maybe(`orders.provider.${code}`, code);
