/** The currency that a page starts in where its address names none. */
import type { PageContext } from "../../platform/http/pages/page-route.ts";
import { countryByIso, fiatByCode } from "../../reference/catalog/index.ts";
import { findUserById } from "../../people/accounts/index.ts";

/** Of the account; for a guest the one chosen last, else of the country that the visitor seems to be in, else the dollar. */
export async function visitorFiat({
  tx,
  viewer,
  visitor,
}: Pick<PageContext, "tx" | "viewer" | "visitor">): Promise<string> {
  if (viewer) return (await findUserById(tx, viewer.userId))?.currency_code ?? "USD";
  const guessed = visitor.countries.map((iso) => countryByIso(iso)?.currency ?? "");
  return [visitor.chosenFiat ?? "", ...guessed].find((code) => fiatByCode(code)) ?? "USD";
}
