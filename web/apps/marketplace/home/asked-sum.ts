/** What the sentence of the first page asks for, and its answer. */
import type { CryptoCode } from "#contract/money/money.ts";
import type { Side } from "#contract/market/offers/listing/paths.ts";

export type Asked = {
  readonly side: Side;
  readonly crypto: CryptoCode;
  readonly fiat: string;
  /** A slug; "" for any. */
  readonly method: string;
  readonly text: string;
};

export type Best = {
  readonly coins: string | null;
  /** The typed number, once it was read. */
  readonly sum: string | null;
  readonly isFault: boolean;
};

/** A sum as an address has it. */
export const PLAIN = /^\d{1,12}(\.\d{1,8})?$/;
