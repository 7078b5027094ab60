/** The offers of the silent pool for one coin, by side and currency, all by the address. */
import type { SilentPoolCoinProps } from "#contract/market/pages.ts";
import { CRYPTO_CODES } from "#contract/money/money.ts";
import { countText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Select } from "#ui/forms/input.tsx";
import { search } from "#ui/icons/shapes.ts";
import { Pager } from "#ui/pager.tsx";
import { Segments } from "#ui/segments.tsx";
import { OfferRows } from "../offer-row/offer-rows.tsx";

export const screen: PageScreen<"silent-pool-coin", typeof SilentPoolCoinScreen> = {
  title: ({ crypto }, { t }) => t("silentpool.coin_title", { crypto }),
  texts: ["silentpool", "offers", "rules.card", "catalog.tags"],
};

export default function SilentPoolCoinScreen({ crypto, side, fiat, offers, meta, currencies }: SilentPoolCoinProps) {
  const t = useT();
  const page = usePage();
  const count = (value: number) => countText(page.locale, value);
  const at = (wish: { coin?: string; type?: string; page?: number }) => {
    const base = page.href("silentPoolCoin", { coin: (wish.coin ?? crypto).toLowerCase() });
    const query = new URLSearchParams();
    if ((wish.type ?? side) !== "sell") query.set("type", wish.type ?? side);
    if (fiat) query.set("currency", fiat);
    if ((wish.page ?? 1) > 1) query.set("page", String(wish.page));
    return query.size > 0 ? `${base}?${query}` : base;
  };
  const { currentPage, lastPage } = meta;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 py-6">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div className="grid gap-1">
          <h1 className="text-2xl font-bold tracking-tight">{t("silentpool.coin_title", { crypto })}</h1>
          <a className="text-sm font-medium text-brand underline" href={page.href("silentPool", undefined)}>
            {t("silentpool.about")}
          </a>
        </div>
        <LinkButton href={`${page.href("createPoolOffer", undefined)}?crypto=${crypto}`}>
          {t("silentpool.create")}
        </LinkButton>
      </header>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="flex flex-wrap gap-3">
          <Segments
            label={t("silentpool.side")}
            chosen={side}
            segments={[
              { key: "sell", label: t("silentpool.buy", { count: count(meta.sellCount) }), href: at({ type: "sell" }) },
              { key: "buy", label: t("silentpool.sell", { count: count(meta.buyCount) }), href: at({ type: "buy" }) },
            ]}
          />
          <Segments
            label={t("silentpool.coin")}
            chosen={crypto}
            segments={CRYPTO_CODES.map((code) => ({ key: code, label: code, href: at({ coin: code }) }))}
          />
        </div>
        <CurrencyForm
          {...{ side, fiat, currencies }}
          action={page.href("silentPoolCoin", { coin: crypto.toLowerCase() })}
        />
      </div>
      {offers.length === 0 ? (
        <EmptyState
          shape={search}
          title={t("silentpool.none")}
          action={<LinkButton href={page.href("otcDeskLanding", undefined)}>{t("silentpool.desk")}</LinkButton>}
        >
          {t("silentpool.none_text")}
        </EmptyState>
      ) : (
        <OfferRows offers={offers} />
      )}
      <Pager
        label={t("silentpool.title")}
        place={t("silentpool.place", { page: count(currentPage), last: count(lastPage) })}
        back={currentPage > 1 ? { href: at({ page: currentPage - 1 }), label: t("silentpool.back") } : null}
        on={currentPage < lastPage ? { href: at({ page: currentPage + 1 }), label: t("silentpool.on") } : null}
      />
    </div>
  );
}

type FormProps = Pick<SilentPoolCoinProps, "side" | "fiat" | "currencies"> & { readonly action: string };

/** Without a script it works, too. */
function CurrencyForm({ side, fiat, currencies, action }: FormProps) {
  const t = useT();
  return (
    <form method="get" action={action} className="flex items-end gap-2">
      {side === "buy" && <input type="hidden" name="type" value="buy" />}
      <Field label={t("silentpool.currency")}>
        {(ids) => (
          <Select {...ids} name="currency" defaultValue={fiat ?? ""} key={fiat}>
            <option value="">{t("silentpool.every_currency")}</option>
            {currencies.map(({ code, name }) => (
              <option key={code} value={code}>
                {code} – {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Button type="submit" look="secondary">
        {t("silentpool.show")}
      </Button>
    </form>
  );
}
