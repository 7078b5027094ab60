/** What a provider of top-ups does beside what every provider does. */
import type { Provider } from "../providers/index.ts";

/** What an order has delivered. */
export type TopUpWanted = {
  /** In E.164. */
  readonly number: string;
  readonly countryIso: string;
  /** The provider's ids. */
  readonly operator: string;
  readonly product: string;
  readonly currency: string;
  readonly units: bigint;
  readonly costCents: bigint;
  /** The sum was chosen within a range. */
  readonly isRange: boolean;
  readonly isPin: boolean;
};

export type SoldOperator = {
  readonly code: string;
  readonly country: string;
  readonly name: string;
  readonly products: readonly {
    readonly code: string;
    readonly currency: string;
    /** Of a range: its most, and what that costs. */
    readonly units: string;
    readonly cents: string;
    readonly least?: string;
    /** It is delivered as a code. */
    readonly pin?: true;
    readonly note?: string;
  }[];
};

export type TopUpProvider = Provider<TopUpWanted> & {
  catalog(): Promise<readonly SoldOperator[]>;
  /** The provider's id of the operator of a number; undefined where it knows none. */
  operatorOf(number: string, countryIso: string): Promise<string | undefined>;
};
