/** The operator's ledger: what each account holds, the journals, a person's accounts for a reason, and corrections by hand. */
import { useState } from "react";
import type { StaffLedgerProps } from "#contract/staff/pages.ts";
import type { StaffChange } from "#contract/staff/changes.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Badge } from "#ui/badge.tsx";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { scale } from "#ui/icons/shapes.ts";
import { Pager } from "#ui/pager.tsx";
import { countText, cryptoText } from "#sdk/words/money.ts";
import { Table } from "#ui/table.tsx";
import { Segments } from "#ui/segments.tsx";
import { ChangeDialog } from "../changes/dialog.tsx";
import { ConsoleFrame, NAV_TEXTS } from "./console-nav.tsx";
import { JournalForm } from "./ledger/journal-form.tsx";
import { JournalTable } from "./ledger/journal-table.tsx";
import { LedgerLookUp } from "./ledger/ledger-look-up.tsx";

export const screen: PageScreen<"staff-ledger", typeof LedgerScreen> = {
  title: "console.ledger.title",
  texts: [...NAV_TEXTS, "console", "staff", "proof"],
};

const ACCOUNTS = ["people", "inventory", "fees", "rewards", "network", "dust", "loss", "chain"] as const;

export default function LedgerScreen({ ledger, filters }: StaffLedgerProps) {
  const t = useT();
  const { locale } = usePage();
  const usd = (sum: number) => countText(locale, sum);
  const [asked, ask] = useState<StaffChange | null>(null);
  return (
    <ConsoleFrame title={t("console.ledger.title")} here="staffLedger">
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-2 p-2 [&_td]:px-1.5! [&_td]:text-xs [&_th]:px-1.5!">
        <Accounts ledger={ledger} />
      </Card>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-2 lg:items-start">
        <Card className="grid gap-3 p-5">
          <h2 className="font-semibold">{t("console.ledger.correct")}</h2>
          <p className="text-sm text-muted">
            {t("console.ledger.left", { left: usd(ledger.leftUsd), day: usd(ledger.dayUsd) })}
          </p>
          <JournalForm onAsk={ask} />
        </Card>
        <LedgerLookUp />
      </div>
      <Journals ledger={ledger} filters={filters} />
      {asked && <ChangeDialog change={asked} onDone={() => undefined} onClose={() => ask(null)} />}
    </ConsoleFrame>
  );
}

type LedgerProps = Pick<StaffLedgerProps, "ledger">;

function Accounts({ ledger: { coins, check } }: LedgerProps) {
  const t = useT();
  const { locale } = usePage();
  const head = [t("console.ledger.coin"), ...ACCOUNTS.map((account) => t(`console.ledger.account.${account}`))];
  return (
    <>
      <Table caption={t("console.ledger.accounts")} head={head} numbers={ACCOUNTS.map((_, place) => place + 1)}>
        {coins.map((coin) => (
          <tr key={coin.cryptoCurrencyCode}>
            <th scope="row" className="text-start font-medium">
              {coin.cryptoCurrencyCode}
            </th>
            {ACCOUNTS.map((account) => (
              <td key={account} className="text-end tabular-nums">
                <bdi dir="ltr">{cryptoText(locale, coin[account], coin.cryptoCurrencyCode)}</bdi>
              </td>
            ))}
          </tr>
        ))}
      </Table>
      <p className="flex flex-wrap items-center gap-2 px-3 pb-2 text-xs text-muted">
        {check === null ? (
          t("console.ledger.unchecked")
        ) : (
          <>
            <Badge tone={check.broken === 0 ? "good" : "bad"}>
              {check.broken === 0 ? t("console.ledger.sound") : t("console.ledger.broken", { count: check.broken })}
            </Badge>
            <LocalTime at={check.at} />
          </>
        )}
      </p>
    </>
  );
}

function Journals({ ledger, filters }: StaffLedgerProps) {
  const t = useT();
  const page = usePage();
  const path = page.href("staffLedger", undefined);
  const hrefOf = (query: Record<string, string>) => {
    const text = new URLSearchParams(query).toString();
    return text ? `${path}?${text}` : path;
  };
  const chosen: Record<string, string> = filters.show === "manual" ? { show: "manual" } : {};
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">{t("console.ledger.journals")}</h2>
        <Segments
          label={t("console.which")}
          chosen={filters.show}
          segments={(["all", "manual"] as const).map((show) => ({
            key: show,
            label: t(`console.ledger.show.${show}`),
            href: hrefOf(show === "manual" ? { show } : {}),
          }))}
        />
      </div>
      {ledger.journals.length === 0 ? (
        <EmptyState shape={scale} title={t("console.ledger.none")} />
      ) : (
        <Card className="grid grid-cols-[minmax(0,1fr)] p-2">
          <JournalTable caption={t("console.ledger.journals")} journals={ledger.journals} />
        </Card>
      )}
      <Pager
        label={t("console.ledger.journals")}
        place={null}
        back={filters.before ? { href: hrefOf(chosen), label: t("console.ledger.newest") } : null}
        on={ledger.next ? { href: hrefOf({ ...chosen, before: ledger.next }), label: t("console.ledger.older") } : null}
      />
    </section>
  );
}
