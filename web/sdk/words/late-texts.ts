/** Texts that few readers of a page need: they come with what they are for, not with the page. */
import type { PageKit } from "../page-kit.ts";
import type { Messages } from "./t.ts";

/** Before anything of the namespace is drawn; a second call asks for nothing. */
export async function loadTexts(
  { locale, t }: Pick<PageKit, "locale" | "t">,
  namespace:
    | "bitcoinrequest"
    | "cardcheck"
    | "chargeback"
    | "disputes"
    | "messenger"
    | "receipts"
    | "room"
    | "tradingname",
): Promise<void> {
  const files = import.meta.glob<Messages>(
    "../../i18n/{bitcoinrequest,cardcheck,chargeback,disputes,messenger,receipts,room,tradingname}/*.json",
    {
      import: "default",
    },
  );
  const load = files[`../../i18n/${namespace}/${locale}.json`];
  if (!load) throw new Error(`there are no texts ${namespace} in ${locale}`);
  t.add(namespace, await load());
}
