/** The fees of trades as rows of a Markdown table: the settings by which the ledger charges, by group of payment methods. */
import type { Locale } from "#contract/platform/locales.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { baseFeeBp } from "../../market/offers/index.ts";
import { methodName, PAYMENT_METHODS, type PaymentMethod, viewGroups } from "../../reference/catalog/index.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { percentText } from "./figures.ts";
import { plainText } from "./markdown.ts";

type FeeRow = {
  readonly group: PaymentMethod["group"];
  /** Empty for all methods of the group that no other row names. */
  readonly methods: readonly PaymentMethod[];
  readonly feeBp: number;
};

/** A row for what most methods of a group cost, and one with their names for those that cost something else. */
export async function tradeFees(tx: ReadTx): Promise<FeeRow[]> {
  const settings = await readSettings(tx, ["offers.fee_bp", "offers.high_fee_bp"]);
  const byGroup = Map.groupBy(PAYMENT_METHODS, ({ group }) => group);
  return [...byGroup].flatMap(([group, methods]) => {
    const byFee = [...Map.groupBy(methods, (method) => baseFeeBp(method, settings))];
    const [usual, ...others] = byFee.sort(([, one], [, two]) => two.length - one.length);
    if (!usual) return [];
    return [
      { group, methods: [], feeBp: usual[0] },
      ...others.map(([feeBp, some]) => ({ group, methods: some, feeBp })),
    ];
  });
}

/** Group with its methods, the seller's fee, the buyer's fee. */
export async function tradeFeeRows(tx: ReadTx, locale: Locale): Promise<string> {
  const names = new Map(viewGroups(locale).map(({ slug, name }) => [slug, name]));
  const rows = (await tradeFees(tx)).map(({ group, methods, feeBp }) => {
    const named = methods.map((method) => plainText(methodName(method, locale))).join(", ");
    const what = plainText(names.get(group) ?? group) + (named && ` *${named}*`);
    return `| ${what} | **${percentText(feeBp, locale)}** | ${percentText(0, locale)} |`;
  });
  return rows.join("\n");
}
