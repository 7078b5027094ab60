/** All trades of the reader; filters are in the address, so that a view can be bookmarked and shared. */
import { CRYPTO_CODES } from "#contract/money/money.ts";
import type { HistoryFilter, TradesPageProps } from "#contract/market/pages.ts";
import { countText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Field } from "#ui/forms/field.tsx";
import { swap } from "#ui/icons/shapes.ts";
import { FoldOnPhone } from "#ui/forms/fold-on-phone.tsx";
import { Input, Select } from "#ui/forms/input.tsx";
import { Pager } from "#ui/pager.tsx";
import { Totals } from "./history-totals.tsx";
import { HistoryList } from "./history-list.tsx";

export const screen: PageScreen<"trades", typeof TradesScreen> = {
  title: "dashboard.history.title",
  active: "trades",
  texts: ["dashboard"],
};

const STATUSES: readonly HistoryFilter[] = [
  "all",
  "active",
  "successful",
  "cancelled",
  "expired",
  "dispute",
  "disputed",
];
type Filters = TradesPageProps["filters"];

function addressOf(base: string, filters: Filters, pageNumber: number, before?: string): string {
  const query = new URLSearchParams();
  if (filters.status !== "all") query.set("status", filters.status);
  if (filters.role) query.set("role", filters.role);
  if (filters.crypto) query.set("crypto", filters.crypto);
  for (const name of ["partner", "method", "from", "until"] as const) if (filters[name]) query.set(name, filters[name]);
  if (pageNumber > 1) query.set("page", String(pageNumber));
  if (before) query.set("before", before);
  return query.size > 0 ? `${base}?${query}` : base;
}

export default function TradesScreen({ filters, methods, rows, totals, meta }: TradesPageProps) {
  const page = usePage();
  const t = useT();
  const base = page.href("tradeHistory", undefined);
  const { status, ...others } = filters;
  const setCount = Object.values(others).filter(Boolean).length + (status === "all" ? 0 : 1);
  const isFiltered = setCount > 0;
  const { currentPage, lastPage } = meta;
  return (
    <div className="grid gap-5 py-6">
      <header className="flex flex-wrap items-baseline justify-between gap-3">
        <h1 className="text-2xl font-bold tracking-tight">{t("dashboard.history.title")}</h1>
        <div className="flex gap-2">
          <LinkButton look="secondary" size="sm" href={page.href("tradeExports", undefined)}>
            {t("dashboard.history.export")}
          </LinkButton>
          <LinkButton look="quiet" size="sm" href={page.href("userDashboard", undefined)}>
            {t("dashboard.history.to_dashboard")}
          </LinkButton>
        </div>
      </header>
      <FoldOnPhone label={t("dashboard.history.filters")} count={setCount}>
        <FilterForm filters={filters} methods={methods} base={base} isFiltered={isFiltered} />
      </FoldOnPhone>
      {rows.length === 0 ? (
        <EmptyState
          shape={swap}
          title={t(isFiltered ? "dashboard.history.none_filtered" : "dashboard.history.none")}
          action={
            isFiltered ? (
              <LinkButton look="secondary" href={base}>
                {t("dashboard.history.reset")}
              </LinkButton>
            ) : (
              <LinkButton href={page.href("offersSearch", { side: "buy", crypto: "BTC" })}>
                {t("dashboard.active.buy")}
              </LinkButton>
            )
          }
        />
      ) : (
        <>
          <p className="text-sm text-muted" role="status">
            {t("dashboard.history.count", { count: meta.total })}
          </p>
          <HistoryList rows={rows} caption={t("dashboard.history.title")} />
          {currentPage === 1 && <Totals totals={totals} />}
        </>
      )}
      <Pager
        label={t("dashboard.pager.label")}
        place={t("dashboard.pager.place", {
          page: countText(page.locale, currentPage),
          last: countText(page.locale, lastPage),
        })}
        back={
          currentPage > 1
            ? { href: addressOf(base, filters, currentPage - 1), label: t("dashboard.pager.newer") }
            : null
        }
        on={
          currentPage < lastPage
            ? {
                href: addressOf(base, filters, currentPage + 1, rows.at(-1)?.tradeHash),
                label: t("dashboard.pager.older"),
              }
            : null
        }
      />
    </div>
  );
}

type FormProps = Pick<TradesPageProps, "filters" | "methods"> & { readonly base: string; readonly isFiltered: boolean };

function FilterForm({ filters, methods, base, isFiltered }: FormProps) {
  const t = useT();
  return (
    <form
      method="get"
      action={base}
      className="grid grid-cols-[repeat(2,minmax(0,1fr))] items-end gap-3 rounded-xl border border-line bg-raised p-4 md:grid-cols-[repeat(4,minmax(0,1fr))]"
    >
      <Field label={t("dashboard.history.status")}>
        {(ids) => (
          <Select {...ids} name="status" defaultValue={filters.status}>
            {STATUSES.map((status) => (
              <option key={status} value={status}>
                {t(`dashboard.filters.${status}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t("dashboard.history.role")}>
        {(ids) => (
          <Select {...ids} name="role" defaultValue={filters.role ?? ""}>
            <option value="">{t("dashboard.filters.any_role")}</option>
            <option value="buyer">{t("dashboard.history.bought")}</option>
            <option value="seller">{t("dashboard.history.sold")}</option>
          </Select>
        )}
      </Field>
      <Field label={t("dashboard.history.coin")}>
        {(ids) => (
          <Select {...ids} name="crypto" defaultValue={filters.crypto ?? ""}>
            <option value="">{t("dashboard.filters.any_coin")}</option>
            {CRYPTO_CODES.map((code) => (
              <option key={code}>{code}</option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t("dashboard.history.partner")}>
        {(ids) => (
          <Input {...ids} name="partner" defaultValue={filters.partner} maxLength={20} autoComplete="off" dir="ltr" />
        )}
      </Field>
      <Field label={t("dashboard.history.method")}>
        {(ids) => (
          <Select {...ids} name="method" defaultValue={filters.method}>
            <option value="">{t("dashboard.filters.any_method")}</option>
            {methods.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {(["from", "until"] as const).map((name) => (
        <Field key={name} label={t(`dashboard.history.${name}`)}>
          {(ids) => <Input {...ids} type="date" name={name} defaultValue={filters[name]} />}
        </Field>
      ))}
      <div className="flex gap-2 max-md:col-span-2">
        <Button type="submit" className="grow">
          {t("dashboard.history.apply")}
        </Button>
        {isFiltered && (
          <LinkButton look="quiet" href={base}>
            {t("dashboard.history.reset")}
          </LinkButton>
        )}
      </div>
    </form>
  );
}
