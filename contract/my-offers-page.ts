/** What the page of one's own offers gets. */
import type { DepositData } from "./bonds.ts";
import type { MyOffer } from "./my-offers.ts";
import type { OfferType } from "./offer-fields.ts";

export type MyOffersPageProps = {
  offers: MyOffer[];
  tab: OfferType;
  depositData: DepositData;
  promote: { total: number; available: number };
  /** What the address opens: quick, fee, promote or delete of the first offer, deposit or withdraw of the bond. */
  action: string | null;
};
