/** What a provider of ramps does beside what every provider does. */
import type { RampDirection, RampRail } from "#contract/products/ramps/names.ts";
import type { Provider } from "../providers/index.ts";

/** What an order is about. */
export type RampWanted = {
  readonly direction: RampDirection;
  /** The provider's id of the corridor. */
  readonly corridor: string;
  readonly rail: RampRail;
  readonly countryIso: string;
  readonly currency: string;
  /** Of the currency: what the user pays, or gets. */
  readonly units: bigint;
  /** Credited at least, or charged at most. */
  readonly cents: bigint;
  /** What the user writes into a transfer. */
  readonly words: string | null;
  readonly userRef: string;
  readonly userName: string;
  /** The account that is paid, or the wallet that pays. */
  readonly party: { readonly holderName: string; readonly name: string; readonly number: string } | null;
};

/** Sums are as JSON has them. */
export type OfferedCorridor = {
  readonly code: string;
  readonly direction: RampDirection;
  readonly country: string;
  readonly currency: string;
  readonly rail: RampRail;
  readonly networks: readonly { readonly code: string; readonly name: string }[];
  readonly lowest: string;
  readonly highest: string;
  readonly fee_bp: number;
  readonly fee: string;
  readonly per_usd: string;
  readonly opens: number | null;
  readonly closes: number | null;
  readonly minutes: number;
};

export type RampProvider = Provider<RampWanted> & {
  corridors(): Promise<readonly OfferedCorridor[]>;
  refund: NonNullable<Provider<RampWanted>["refund"]>;
};
