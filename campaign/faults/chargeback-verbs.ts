/** Chargebacks: what a report writes. A decision and the correction after it answer lists that grow with every try. */
import * as chargebacks from "#contract/chargebacks.ts";
import { aTrade, type TestMarket } from "../../server/testing/index.ts";
import { asks, type MoneyVerb } from "./verb.ts";

const peopleOf = ({ buyer, seller }: TestMarket) => ({ buyer: buyer.id, seller: seller.id });
const REPORT = {
  isVerifiedCorrectly: true,
  reason: "payment_reversed",
  text: "The payment was taken back",
  payer_name: "Max Payer",
} as const;

export const CHARGEBACK_VERBS: readonly MoneyVerb[] = [
  {
    name: "report a chargeback",
    async prepare(stage) {
      const market = await stage.market({});
      const body = { ...REPORT, id_hashed: await aTrade(market, "released") };
      return {
        people: peopleOf(market),
        call: asks(market.seller.client, chargebacks.reportChargeback, { body }),
      };
    },
  },
];
