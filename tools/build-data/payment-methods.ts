/** The payment methods, from our own table beside this file, with ids that never change and the free marks. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readJson, writeRows } from "./sources.ts";

type Icon = { title: string; slug: string; hex: string };

// The mark of a method whose name is not the title of its mark.
const ICON_OF: Record<string, string> = {
  "wise-transferwise": "wise",
  "zelle-pay": "zelle",
  applepay: "applepay",
  "google-pay": "googlepay",
  "paytm-online-wallet": "paytm",
  "wechat-pay": "wechat",
  "qq-pay": "qq",
  "line-pay": "line",
  kakaopay: "kakaotalk",
  "itunes-gift-card": "applemusic",
  "apple-store-gift-card": "apple",
  "visa-debitcredit-card": "visa",
  "target-visa-gift-card": "target",
  "mastercard-debitcredit-card": "mastercard",
  "mastercard-gift-card": "mastercard",
  "discover-credit-cards": "discover",
  "bluebird-american-express": "americanexpress",
  "playstation-network-gift-card": "playstation",
  "boost-mobile": "boost",
  "usd-coin-usdc": "usdc",
  "bitcoin-lightning": "lightning",
  bnb: "bnbchain",
  "brz-brazil": "brazil",
  "sepa-instant": "sepa",
  "binance-pay": "binance",
  grabpay: "grab",
  shopeepay: "shopee",
  ideal: "ideal",
  stripe: "stripe",
  "uber-gift-card": "uber",
  klarna: "klarna",
  sofort: "klarna",
  opay: "opay",
  "flipkart-gift-card": "flipkart",
  revolut: "revolut",
};
// Titles that are the same word for another thing.
const NOT_THE_SAME = new Set(["boost-ewallet", "rocket-dbbl", "boost-mobile"]);

export function buildPaymentMethods(input: {
  table: string;
  iconFolder: string;
  fixedIds: Record<string, number>;
  file: string;
  iconsTo: string;
}): void {
  const icons = readJson<Icon[]>(join(input.iconFolder, "data/simple-icons.json"));
  const byName = new Map(icons.map((icon) => [plainName(icon.title), icon]));
  const bySlug = new Map(icons.map((icon) => [icon.slug, icon]));
  mkdirSync(input.iconsTo, { recursive: true });
  const [head, ...lines] = readFileSync(input.table, "utf8").trim().split("\n");
  if (!head?.startsWith("slug\tname\tgroup")) throw new Error("the table of payment methods has another head");
  const rows = lines.map((line) => {
    const [slug = "", name = "", group, category, countries = "", reversible, windowMinutes, rules = "", aliases = ""] =
      line.split("\t");
    input.fixedIds[slug] ??= nextId(input.fixedIds);
    const shortName = name.replaceAll(/\(.*?\)|gift card|e-?gift|wallet|\bcard\b/gi, "");
    const icon = NOT_THE_SAME.has(slug)
      ? undefined
      : (bySlug.get(ICON_OF[slug] ?? "") ?? byName.get(plainName(name)) ?? byName.get(plainName(shortName)));
    if (icon) {
      const mark = readFileSync(join(input.iconFolder, "icons", `${icon.slug}.svg`), "utf8");
      writeFileSync(join(input.iconsTo, `${slug}.svg`), mark.replace("<svg ", `<svg fill="#${icon.hex}" `));
    }
    return {
      id: input.fixedIds[slug],
      slug,
      name,
      group,
      categoryId: Number(category),
      countries: countries === "WORLDWIDE" ? [] : countries.split(",").filter(Boolean),
      reversible,
      windowMinutes: Number(windowMinutes),
      rules: rules.split(",").filter(Boolean),
      aliases: aliases.split(",").filter(Boolean),
      color: icon ? `#${icon.hex}` : null,
    };
  });
  writeRows(input.file, rows);
}

function plainName(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

function nextId(fixed: Record<string, number>): number {
  return Math.max(0, ...Object.values(fixed)) + 1;
}
