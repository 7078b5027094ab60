/** What changed the reader's available balances; filters and place are in the address, so that a view can be bookmarked. */
import type { WalletHistoryProps } from "#contract/products/pages.ts";
import { HISTORY_SEARCH_MAX } from "#contract/products/wallet/history-names.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { isolated } from "#sdk/words/money.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Input } from "#ui/forms/input.tsx";
import { swap } from "#ui/icons/shapes.ts";
import { Pager } from "#ui/pager.tsx";
import { MovementList } from "./movement-list.tsx";
import { MovementSelects } from "./movement-selects.tsx";

export const screen: PageScreen<"wallet-history", typeof WalletHistoryScreen> = {
  title: "movements.title",
  active: "wallet",
  texts: ["movements", "wallet.type", "wallet.explain", "wallet.details"],
};

type Filters = WalletHistoryProps["filters"];

export default function WalletHistoryScreen({ filters, rows, next, isFirst, timezone }: WalletHistoryProps) {
  const page = usePage();
  const t = useT();
  const base = page.href("walletHistory", undefined);
  const isFiltered = Object.values(filters).some(Boolean);
  return (
    <div className="grid gap-5 py-6">
      <header className="flex flex-wrap items-baseline justify-between gap-3">
        <h1 className="text-2xl font-bold tracking-tight">{t("movements.title")}</h1>
        <div className="flex flex-wrap gap-2">
          <LinkButton look="secondary" size="sm" href={addressOf(page.href("walletFiles", undefined), filters)}>
            {t("movements.to_files")}
          </LinkButton>
          <LinkButton look="quiet" size="sm" href={page.href("wallet", undefined)}>
            {t("movements.to_wallet")}
          </LinkButton>
        </div>
      </header>
      <FilterForm filters={filters} base={base} isFiltered={isFiltered} />
      <p className="text-xs text-muted">{t("movements.hint", { zone: isolated(timezone) })}</p>
      {rows.length === 0 ? (
        <EmptyState
          shape={swap}
          title={t(isFiltered ? "movements.none_filtered" : "movements.none")}
          action={
            isFiltered ? (
              <LinkButton look="secondary" href={base}>
                {t("movements.filter.reset")}
              </LinkButton>
            ) : (
              <LinkButton href={page.href("wallet", undefined)}>{t("movements.to_wallet")}</LinkButton>
            )
          }
        />
      ) : (
        <MovementList rows={rows} />
      )}
      <Pager
        label={t("movements.pager.label")}
        place=""
        back={isFirst ? null : { href: addressOf(base, filters), label: t("movements.pager.newest") }}
        on={next === null ? null : { href: addressOf(base, filters, next), label: t("movements.pager.older") }}
      />
    </div>
  );
}

function addressOf(base: string, filters: Filters, after?: string): string {
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ""));
  if (after) query.set("after", after);
  return query.size > 0 ? `${base}?${query}` : base;
}

function FilterForm({ filters, base, isFiltered }: { filters: Filters; base: string; isFiltered: boolean }) {
  const t = useT();
  return (
    <form
      method="get"
      action={base}
      className="grid grid-cols-[repeat(2,minmax(0,1fr))] items-end gap-3 rounded-xl border border-line bg-raised p-4 md:grid-cols-[repeat(3,minmax(0,1fr))] lg:grid-cols-[repeat(6,minmax(0,1fr))]"
    >
      <Field label={t("movements.filter.search")} className="col-span-full">
        {(ids) => (
          <Input
            {...ids}
            type="search"
            name="q"
            maxLength={HISTORY_SEARCH_MAX}
            autoComplete="off"
            spellCheck={false}
            defaultValue={filters.q}
          />
        )}
      </Field>
      <MovementSelects bind={(name) => ({ defaultValue: filters[name] })} />
      {(["from", "until"] as const).map((name) => (
        <Field key={name} label={t(`movements.filter.${name}`)}>
          {(ids) => <Input {...ids} type="date" name={name} defaultValue={filters[name]} />}
        </Field>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" className="grow">
          {t("movements.filter.apply")}
        </Button>
        {isFiltered && (
          <LinkButton look="quiet" href={base}>
            {t("movements.filter.reset")}
          </LinkButton>
        )}
      </div>
    </form>
  );
}
