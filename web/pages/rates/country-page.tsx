/** Bitcoin in one country: the price, the best offers, how people pay there, and the terms of those offers. */
import type { ComponentProps } from "react";
import { pairText } from "#contract/money/converter.ts";
import { type CountryProps, TOLD_COUNTRIES } from "#contract/site/country-pages.ts";
import { pathOf } from "#contract/platform/paths.ts";
import { durationText } from "#sdk/words/ago.ts";
import { amountText, countText, isolated, priceText } from "#sdk/words/money.ts";
import type { PageSetting } from "#sdk/screen.ts";
import { LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import type CountryOffersScreen from "../../apps/marketplace/country-landing/country-offers-screen.tsx";
import { HowItGoes } from "../home/how-it-goes.tsx";
import { Island } from "../island.tsx";

type Props = CountryProps & { setting: PageSetting };

/** The others are in the listing. */
const MOST_METHODS = 12;

const textFor = (iso: string) => TOLD_COUNTRIES.find((one) => one === iso);
/** Whether a country has a text of its own. */
export const isTold = (iso: string): boolean => textFor(iso) !== undefined;

export function CountryPage({ setting, ...props }: Props) {
  const { t, locale } = setting;
  const { iso, name, flagUrl, fiatCode, fiatName, offers } = props;
  const listing = (side: "buy" | "sell") =>
    `${pathOf(locale, "offersSearch", { side, crypto: "BTC" })}?currencyCode=${fiatCode}`;
  const text = textFor(iso);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 pt-8">
      <header className="grid max-w-2xl gap-3">
        <a href={pathOf(locale, "countriesLanding", undefined)} className="text-sm text-brand hover:underline">
          {t("countries.country.all")}
        </a>
        <h1 className="flex items-center gap-3 text-3xl font-bold tracking-tight">
          {flagUrl && <img src={flagUrl} alt="" width={36} height={27} className="h-[27px] w-9 shrink-0" />}
          {t("countries.country.title", { country: name })}
        </h1>
        <p className="text-muted">{t("countries.country.lead", { currency: fiatName })}</p>
        <div className="flex flex-wrap gap-2">
          <LinkButton href={listing("buy")}>{t("countries.country.buy", { code: fiatCode })}</LinkButton>
          <LinkButton look="secondary" href={listing("sell")}>
            {t("countries.country.sell", { code: fiatCode })}
          </LinkButton>
        </div>
      </header>
      <Facts {...props} setting={setting} />
      <section className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-labelledby="country-offers">
        <h2 id="country-offers" className="text-lg font-semibold">
          {t("countries.country.best")}
        </h2>
        {offers.length > 0 ? (
          <Island
            app="marketplace"
            route="country-offers"
            props={{ offers } satisfies ComponentProps<typeof CountryOffersScreen>}
          />
        ) : (
          <p className="text-sm text-muted">{t("countries.country.none", { currency: fiatName })}</p>
        )}
      </section>
      <Methods {...props} setting={setting} />
      {text && (
        <section className="grid max-w-2xl gap-2" aria-labelledby="country-text">
          <h2 id="country-text" className="text-lg font-semibold">
            {t(`countries.text.${text}.title`)}
          </h2>
          <p>{t(`countries.text.${text}.ways`)}</p>
          <p className="text-muted">{t(`countries.text.${text}.care`)}</p>
        </section>
      )}
      <HowItGoes t={t} />
    </div>
  );
}

/** What is known of the market in this currency; nothing that is not. */
function Facts({ fiatCode, price, total, limits, releaseSec, setting: { t, locale } }: Props) {
  const sum = (amount: string) => isolated(amountText(locale, `${amount} ${fiatCode}`));
  const facts = [
    price !== null && {
      name: t("countries.country.price"),
      value: (
        <bdi>
          {priceText(locale, price, fiatCode)} {fiatCode}
        </bdi>
      ),
      href: pathOf(locale, "converter", { pair: pairText("BTC", fiatCode) }),
    },
    { name: t("countries.country.offers"), value: countText(locale, total), href: null },
    limits && {
      name: t("countries.country.limits"),
      value: t("countries.country.range", { least: sum(limits.least), most: sum(limits.most) }),
      href: null,
    },
    releaseSec !== null && {
      name: t("countries.country.release"),
      value: durationText(t, releaseSec),
      href: null,
    },
  ].flatMap((fact) => fact || []);
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {facts.map(({ name, value, href }) => (
        <Card key={name} className="grid content-start gap-1 p-4">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="font-semibold tabular-nums">
            {href ? (
              <a href={href} className="text-brand hover:underline">
                {value}
              </a>
            ) : (
              value
            )}
          </dd>
        </Card>
      ))}
    </dl>
  );
}

function Methods({ fiatCode, methods, setting: { t, locale } }: Props) {
  if (methods.length === 0) return null;
  const href = (method: string) =>
    `${pathOf(locale, "offersSearch", { side: "buy", crypto: "BTC", method })}?currencyCode=${fiatCode}`;
  return (
    <section className="grid gap-3" aria-labelledby="country-methods">
      <h2 id="country-methods" className="text-lg font-semibold">
        {t("countries.country.methods")}
      </h2>
      <ul className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
        {methods.slice(0, MOST_METHODS).map(({ slug, name, count }) => (
          <li key={slug} className="border-b border-line">
            <a href={href(slug)} className="flex min-h-11 items-center gap-3 py-1 text-sm hover:text-brand">
              <bdi className="min-w-0 grow font-medium [overflow-wrap:anywhere]">{name}</bdi>
              <span className="text-xs text-muted tabular-nums">{t("countries.offers", { count })}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
