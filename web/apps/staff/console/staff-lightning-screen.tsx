/** The Lightning node for administrators: its channels, what it has against the books, what it can carry, and what is halted. */
import { useState } from "react";
import type { StaffLightningProps } from "#contract/staff/pages.ts";
import type { StaffChange } from "#contract/staff/changes.ts";
import type { StaffLightning } from "#contract/staff/lightning.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { amountText } from "#sdk/words/money.ts";
import { Alert } from "#ui/alert.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { FactRows } from "#ui/fact-rows.tsx";
import { zap } from "#ui/icons/shapes.ts";
import { ChangeDialog } from "../changes/dialog.tsx";
import { ConsoleFrame, NAV_TEXTS } from "./console-nav.tsx";
import { ChannelTable } from "./lightning/channel-table.tsx";

export const screen: PageScreen<"staff-lightning", typeof StaffLightningScreen> = {
  title: "lightningstaff.title",
  texts: ["lightningstaff", ...NAV_TEXTS, "staff", "proof"],
};

type Ask = (change: StaffChange) => void;

export default function StaffLightningScreen({ found }: StaffLightningProps) {
  const t = useT();
  const [asked, ask] = useState<StaffChange | null>(null);
  return (
    <ConsoleFrame title={t("lightningstaff.title")} here="staffLightning">
      <p className="max-w-3xl text-sm text-muted">{t("lightningstaff.about")}</p>
      {found === null ? (
        <EmptyState shape={zap} title={t("lightningstaff.absent")} />
      ) : (
        <>
          {found.node === null && <Alert kind="warning">{t("lightningstaff.never")}</Alert>}
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-2 lg:items-start">
            {found.node && <NodeCard node={found.node} />}
            {found.books && <BooksCard books={found.books} ask={ask} />}
          </div>
          {found.node && <ChannelTable channels={found.node.channels} />}
          <HaltsCard halts={found.halts} ask={ask} />
        </>
      )}
      {asked && <ChangeDialog change={asked} onDone={() => undefined} onClose={() => ask(null)} />}
    </ConsoleFrame>
  );
}

function NodeCard({ node }: { readonly node: NonNullable<StaffLightning["node"]> }) {
  const t = useT();
  const { locale } = usePage();
  const sum = (amount: string) => <bdi dir="ltr">{amountText(locale, `${amount} BTC`)}</bdi>;
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-3 p-5">
      <h2 className="flex flex-wrap items-center justify-between gap-2 font-semibold">
        {t("lightningstaff.node.title")}
        <Badge tone={node.isHere ? "good" : "bad"}>
          {t(node.isHere ? "lightningstaff.node.here" : "lightningstaff.node.away")}
        </Badge>
      </h2>
      <p className="font-mono text-xs text-muted [overflow-wrap:anywhere]" dir="ltr">
        {node.id}
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">
        <FactRows
          rows={[
            [t("lightningstaff.node.seen"), <LocalTime key="seen" at={node.seenAt} />],
            [t("lightningstaff.node.can_send"), sum(node.canSend)],
            [t("lightningstaff.node.can_receive"), sum(node.canReceive)],
            [t("lightningstaff.node.local"), sum(node.local)],
            [t("lightningstaff.node.remote"), sum(node.remote)],
            [t("lightningstaff.node.in_flight"), sum(node.inFlight)],
            [t("lightningstaff.node.closing"), sum(node.closing)],
          ]}
        />
      </dl>
    </Card>
  );
}

function BooksCard({ books, ask }: { readonly books: NonNullable<StaffLightning["books"]>; readonly ask: Ask }) {
  const t = useT();
  const { locale } = usePage();
  const sum = (amount: string) => <bdi dir="ltr">{amountText(locale, `${amount} BTC`)}</bdi>;
  const { acceptable } = books;
  const isMissing = books.missing !== "0";
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-3 p-5">
      <h2 className="flex flex-wrap items-center justify-between gap-2 font-semibold">
        {t("lightningstaff.books.title")}
        <Badge tone={isMissing ? "bad" : "good"}>
          {t(isMissing ? "lightningstaff.books.missing" : "lightningstaff.books.whole")}
        </Badge>
      </h2>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">
        <FactRows
          rows={[
            [t("lightningstaff.books.owed"), sum(books.owed)],
            [t("lightningstaff.books.held"), sum(books.held)],
            [t("lightningstaff.books.waiting"), sum(books.waiting)],
            [t("lightningstaff.books.own"), <strong key="own">{sum(books.own)}</strong>],
            [t("lightningstaff.books.expected"), sum(books.expected)],
            [t("lightningstaff.books.fees"), sum(books.fees)],
          ]}
        />
      </dl>
      {isMissing && (
        <Alert kind="danger">
          {t("lightningstaff.books.misses", { amount: amountText(locale, `${books.missing} BTC`) })}
        </Alert>
      )}
      {acceptable !== null && (
        <div className="grid justify-items-start gap-2 border-t border-line pt-3">
          <p className="text-sm text-muted">{t("lightningstaff.books.accept_about")}</p>
          <Button look="secondary" onClick={() => ask({ kind: "accept_lightning", id: acceptable })}>
            {t("lightningstaff.books.accept")}
          </Button>
        </div>
      )}
    </Card>
  );
}

function HaltsCard({ halts, ask }: { readonly halts: StaffLightning["halts"]; readonly ask: Ask }) {
  const t = useT();
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-1 p-5">
      <h2 className="font-semibold">{t("lightningstaff.halts.title")}</h2>
      <ul className="divide-y divide-line">
        {halts.map(({ name, reason, since }) => (
          <li key={name} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <span className="grid min-w-0 gap-0.5 text-sm">
              <span className="flex flex-wrap items-center gap-2 font-medium">
                {t(`staff.halt.${name}`)}
                <Badge tone={since === null ? "good" : "bad"}>
                  {t(since === null ? "lightningstaff.halts.goes" : "lightningstaff.halts.stands")}
                </Badge>
              </span>
              {since !== null && (
                <span className="text-xs text-muted [overflow-wrap:anywhere]">
                  <LocalTime at={since} /> · <bdi>{reason}</bdi>
                </span>
              )}
            </span>
            <Button
              look="secondary"
              size="sm"
              onClick={() => ask({ kind: since === null ? "set_halt" : "lift_halt", id: name })}
            >
              {t(since === null ? "lightningstaff.halts.set" : "lightningstaff.halts.lift")}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
