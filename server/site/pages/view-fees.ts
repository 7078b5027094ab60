/** What the page of fees shows: the settings by which the ledger charges, by group of payment methods. */
import type { FeesProps } from "#contract/platform/page-props.ts";
import { decimalText } from "#contract/platform/decimal.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { baseFeeBp } from "../../market/offers/index.ts";
import { PAYMENT_METHODS } from "../../reference/catalog/index.ts";
import { readSettings } from "../../reference/settings/index.ts";

const pct = (hundredths: number) => decimalText({ units: BigInt(hundredths), digits: 2 });

/** A row for what most methods of a group cost, and one with their names for those that cost something else. */
export async function viewFees(tx: ReadTx): Promise<FeesProps> {
  const settings = await readSettings(tx, [
    "offers.fee_bp",
    "offers.high_fee_bp",
    "wallet.send_out_quote_sec",
    "wallet.conversion_spread_bp",
  ]);
  const byGroup = Map.groupBy(PAYMENT_METHODS, ({ group }) => group);
  const rows = [...byGroup].flatMap(([group, methods]) => {
    const byFee = [...Map.groupBy(methods, (method) => baseFeeBp(method, settings))];
    const [usual, ...others] = byFee.sort(([, one], [, two]) => two.length - one.length);
    if (!usual) return [];
    return [
      { group, methods: [], pct: pct(usual[0]) },
      ...others.map(([bp, some]) => ({ group, methods: some.map(({ name }) => name), pct: pct(bp) })),
    ];
  });
  return {
    rows,
    sendOutQuoteSec: settings["wallet.send_out_quote_sec"],
    conversionPct: pct(settings["wallet.conversion_spread_bp"]),
  };
}
