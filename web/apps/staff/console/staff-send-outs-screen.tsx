/** Waiting transfers with the reason and end of the wait; filters are in the address, and stopping one requires a reason. */
import { useState } from "react";
import type { HeldSendOut } from "#contract/staff/held-send-outs.ts";
import type { StaffSendOutsProps } from "#contract/staff/pages.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { check } from "#ui/icons/shapes.ts";
import { ConsoleFrame, NAV_TEXTS } from "./console-nav.tsx";
import { SendOutFilters } from "./send-outs/send-out-filters.tsx";
import { SendOutTable } from "./send-outs/send-out-table.tsx";
import { LookAtAddress } from "./send-outs/look-at-address.tsx";
import { QueuePager } from "./queue/pager.tsx";
import { StopDialog } from "./send-outs/stop-dialog.tsx";

export const screen: PageScreen<"staff-send-outs", typeof SendOutsScreen> = {
  title: "sendouts.title",
  texts: ["sendouts", ...NAV_TEXTS, "console.filter", "proof"],
};

export default function SendOutsScreen({ found, filters }: StaffSendOutsProps) {
  const t = useT();
  const page = usePage();
  const [gone, setGone] = useState<readonly string[]>([]);
  const [addresses, setAddresses] = useState<Readonly<Record<string, string>>>({});
  const [looked, look] = useState<HeldSendOut | null>(null);
  const [stopped, stop] = useState<HeldSendOut | null>(null);
  const rows = found.rows.filter(({ id }) => !gone.includes(id));
  const base = page.href("staffSendOuts", undefined);
  return (
    <ConsoleFrame title={t("sendouts.title")} here="staffSendOuts">
      <p className="max-w-3xl text-sm text-muted">{t("sendouts.about")}</p>
      <SendOutFilters filters={filters} base={base} />
      <p className="text-sm text-muted" role="status">
        {t("sendouts.count", { count: found.waiting - gone.length })}
      </p>
      {rows.length === 0 ? (
        <EmptyState shape={check} title={t("sendouts.none")} />
      ) : (
        <Card className="grid grid-cols-[minmax(0,1fr)] p-2">
          <SendOutTable rows={rows} addresses={addresses} onLook={look} onStop={stop} />
        </Card>
      )}
      <QueuePager
        label={t("sendouts.list")}
        base={base}
        values={{ why: filters.why, coin: filters.coin, who: filters.who }}
        after={filters.after}
        next={found.next}
      />
      {looked && (
        <LookAtAddress
          row={looked}
          onFound={(address) => setAddresses({ ...addresses, [looked.id]: address })}
          onClose={() => look(null)}
        />
      )}
      {stopped && <StopDialog row={stopped} onDone={() => setGone([...gone, stopped.id])} onClose={() => stop(null)} />}
    </ConsoleFrame>
  );
}
