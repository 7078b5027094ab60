/** What the operator publishes on Nostr, as rows of a Markdown table. */
import type { Locale } from "#contract/platform/locales.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { textOf } from "../../platform/texts.ts";
import { readSettings } from "../../reference/settings/index.ts";

export async function nostrRows(tx: ReadTx, locale: Locale): Promise<string> {
  const settings = await readSettings(tx, ["site.nostr_key", "site.nostr_relays"]);
  const [key, relays] = [settings["site.nostr_key"], settings["site.nostr_relays"]];
  const none = textOf("pages.content.nostr.none", locale);
  const code = (text: string) => `\`${text}\``;
  return [
    [textOf("pages.content.nostr.key", locale), key === "" ? none : code(key)],
    [textOf("pages.content.nostr.relays", locale), relays.length === 0 ? none : relays.map(code).join(", ")],
    [
      textOf("pages.content.nostr.posts", locale),
      key === "" || relays.length === 0 ? none : textOf("pages.content.nostr.signed", locale),
    ],
  ]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}
