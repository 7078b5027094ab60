/** What counts coins, wherever they lie. */
import type { CryptoCode } from "#contract/money/money.ts";

/** What a count begins with: the ledger. */
export type Counting = {
  readonly currency: CryptoCode;
  /** By send-out that was signed here and has neither left nor come back in the ledger: what they hold for it. */
  readonly held: ReadonlyMap<string, bigint>;
  /** More than this need not be found. */
  readonly enoughUnits: bigint;
};

/**
 * A kind of place where coins of ours lie. It counts what is there, adds what left it and the ledger still holds, and takes
 * off what is signed to leave and the ledger counts as gone or given back.
 */
export type CoinSource = { count(counting: Counting): Promise<bigint> };
