/** A rule in one sentence. */
import type { HedgeRule } from "#contract/products/hedging/hedging.ts";
import type { Locale } from "#contract/platform/page.ts";
import type { Translate } from "#sdk/words/t.ts";
import { cryptoText, fiatText, isolated, percentText } from "#sdk/words/money.ts";
import { displayFromUnits } from "#contract/money/money.ts";

type Worded = Pick<HedgeRule, "trigger" | "from" | "to" | "shareBp" | "price" | "everyDays">;

export function ruleWords(t: Translate, locale: Locale, rule: Worded): string {
  const { trigger, from, to, shareBp, everyDays } = rule;
  const share = percentText(locale, displayFromUnits(BigInt(shareBp), 2));
  const words = { share, from, to, coin: from === "USDT" ? to : from };
  if (trigger === "schedule") return t(`hedging.says.every_${everyDays ?? 1}`, words);
  if (trigger === "price")
    return t(`hedging.says.price_${rule.price?.side ?? "at_most"}`, {
      ...words,
      price: usdWords(locale, rule.price?.usd ?? "0"),
    });
  return t(`hedging.says.${trigger}`, { ...words, coin: from });
}

/** "1 BTC costs at most 60,000 USD", of one of the coin that is not tether. */
export function priceWords(t: Translate, locale: Locale, { price, from, to }: Worded): string {
  if (!price) return "";
  const coin = from === "USDT" ? to : from;
  return t(`hedging.price.${price.side}`, { coin, price: usdWords(locale, price.usd) });
}

const usdWords = (locale: Locale, usd: string) => isolated(`${fiatText(locale, usd, "USD")} USD`);

export const coins = (locale: Locale, amount: string, code: HedgeRule["from"]) =>
  isolated(`${cryptoText(locale, amount, code)} ${code}`);
