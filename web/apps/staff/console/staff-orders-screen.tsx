/** Orders at providers: cases first, each with what two administrators may decide; circuits, statements, and lines that no order explains. */
import { useState } from "react";
import { ORDER_LISTS } from "#contract/products/providers/order-names.ts";
import type { StaffOrdersProps } from "#contract/staff/pages.ts";
import type { StaffChange } from "#contract/staff/changes.ts";
import { amountText, countText, isolated } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { check } from "#ui/icons/shapes.ts";
import { Pager } from "#ui/pager.tsx";
import { Segments } from "#ui/segments.tsx";
import { ChangeDialog } from "../changes/dialog.tsx";
import { ConsoleFrame, NAV_TEXTS } from "./console-nav.tsx";
import { OrderTable } from "./orders/order-table.tsx";
import { ProviderTables } from "./orders/provider-tables.tsx";
import { StoreTables } from "./orders/store-tables.tsx";

export const screen: PageScreen<"staff-orders", typeof StaffOrdersScreen> = {
  title: "orders.title",
  texts: ["orders", ...NAV_TEXTS, "staff", "proof"],
};

export default function StaffOrdersScreen({ show, found, before, store }: StaffOrdersProps) {
  const t = useT();
  const page = usePage();
  const [asked, ask] = useState<StaffChange | null>(null);
  const path = page.href("staffOrders", undefined);
  const hrefOf = (more: Record<string, string> = {}) => `${path}?${new URLSearchParams({ show, ...more })}`;
  return (
    <ConsoleFrame title={t("orders.title")} here="staffOrders">
      <p className="max-w-3xl text-sm text-muted">{t("orders.about")}</p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="max-w-full overflow-x-auto">
          <Segments
            label={t("orders.lists")}
            chosen={show}
            segments={ORDER_LISTS.map((one) => ({
              key: one,
              label: `${t(`orders.show.${one}`)} (${countText(page.locale, found.counts[one])})`,
              href: `${path}?show=${one}`,
            }))}
          />
        </div>
        <p className="text-sm font-medium tabular-nums">
          {t("orders.left", { amount: isolated(amountText(page.locale, `${found.leftUsd} USD`)) })}
        </p>
      </div>
      {found.orders.length === 0 ? (
        <EmptyState shape={check} title={t("orders.none")} />
      ) : (
        <Card className="grid grid-cols-[minmax(0,1fr)] p-2">
          <OrderTable orders={found.orders} onDecide={ask} />
        </Card>
      )}
      <Pager
        label={t("orders.title")}
        place={null}
        back={before ? { href: hrefOf(), label: t("orders.newest") } : null}
        on={found.next ? { href: hrefOf({ before: found.next }), label: t("orders.older") } : null}
      />
      {store && <StoreTables store={store} onDecide={ask} />}
      <ProviderTables found={found} />
      {asked && <ChangeDialog change={asked} onDone={() => undefined} onClose={() => ask(null)} />}
    </ConsoleFrame>
  );
}
