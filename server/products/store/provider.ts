/** What a provider of gift cards does beside what every provider does. */
import type { StoreCategory } from "#contract/products/store/names.ts";
import type { Provider } from "../providers/index.ts";

/** A line: so many cards of one value. */
export type CardsWanted = {
  /** The provider's id. */
  readonly product: string;
  readonly countryIso: string;
  readonly currency: string;
  readonly faceUnits: bigint;
  readonly quantity: number;
  readonly costCents: bigint;
};

/** As the database takes it: numbers as texts. */
export type SoldCard = {
  readonly code: string;
  readonly brand: string;
  readonly name: string;
  readonly country: string;
  readonly currency: string;
  readonly category: StoreCategory;
  readonly kind: "fixed" | "range";
  readonly amounts?: readonly string[];
  readonly costs?: readonly string[];
  readonly min_units?: string;
  readonly max_units?: string;
  readonly max_cost_cents?: string;
  readonly redeem: Readonly<Record<string, string>>;
  readonly method_id: number | null;
  readonly is_in_stock: boolean;
};

export type StoreProvider = Provider<CardsWanted> & {
  catalog(): Promise<readonly SoldCard[]>;
};
