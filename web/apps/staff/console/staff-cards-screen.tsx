/** Virtual cards for administrators: the money of the program, payments and declines, disputes, holds, debts, and the end of the program. */
import { useState } from "react";
import { CARD_LISTS } from "#contract/products/cards/staff-card-names.ts";
import type { StaffCards } from "#contract/products/cards/staff-cards.ts";
import type { StaffCardsProps } from "#contract/staff/pages.ts";
import type { StaffChange } from "#contract/staff/changes.ts";
import { countText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { check, wallet } from "#ui/icons/shapes.ts";
import { Pager } from "#ui/pager.tsx";
import { Segments } from "#ui/segments.tsx";
import { ChangeDialog } from "../changes/dialog.tsx";
import { CardLines } from "./cards/card-lines.tsx";
import { CardSums } from "./cards/card-sums.tsx";
import { ConsoleFrame, NAV_TEXTS } from "./console-nav.tsx";

export const screen: PageScreen<"staff-cards", typeof StaffCardsScreen> = {
  title: "cardstaff.title",
  texts: ["cardstaff", ...NAV_TEXTS, "staff", "proof"],
};

export default function StaffCardsScreen({ show, found, before }: StaffCardsProps) {
  const t = useT();
  const [asked, ask] = useState<StaffChange | null>(null);
  return (
    <ConsoleFrame title={t("cardstaff.title")} here="staffCards">
      <p className="max-w-3xl text-sm text-muted">{t("cardstaff.about")}</p>
      {found === null ? (
        <EmptyState shape={wallet} title={t("cardstaff.absent")} />
      ) : (
        <>
          <CardSums found={found} />
          <Lists show={show} found={found} before={before} />
          <EndOfProgram found={found} onAsk={() => ask({ kind: "end_cards", id: found?.issuer ?? "house_issuer" })} />
        </>
      )}
      {asked && <ChangeDialog change={asked} onDone={() => undefined} onClose={() => ask(null)} />}
    </ConsoleFrame>
  );
}

type ListsProps = Omit<StaffCardsProps, "found"> & { readonly found: StaffCards };

function Lists({ show, found, before }: ListsProps) {
  const t = useT();
  const page = usePage();
  const path = page.href("staffCards", undefined);
  const hrefOf = (more: Record<string, string> = {}) => `${path}?${new URLSearchParams({ show, ...more })}`;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4" aria-label={t("cardstaff.lists")}>
      <div className="max-w-full overflow-x-auto">
        <Segments
          label={t("cardstaff.lists")}
          chosen={show}
          segments={CARD_LISTS.map((one) => ({
            key: one,
            label: `${t(`cardstaff.show.${one}`)} (${countText(page.locale, found.counts[one])})`,
            href: `${path}?show=${one}`,
          }))}
        />
      </div>
      {found.lines.length === 0 ? (
        <EmptyState shape={check} title={t(`cardstaff.none.${show}`)} />
      ) : (
        <Card className="grid grid-cols-[minmax(0,1fr)] p-2">
          <CardLines show={show} lines={found.lines} />
        </Card>
      )}
      <Pager
        label={t("cardstaff.lists")}
        place={null}
        back={before ? { href: hrefOf(), label: t("cardstaff.newest") } : null}
        on={found.next ? { href: hrefOf({ before: found.next }), label: t("cardstaff.older") } : null}
      />
    </section>
  );
}

function EndOfProgram({ found, onAsk }: { readonly found: StaffCards; readonly onAsk: () => void }) {
  const t = useT();
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-3 p-5">
      <h2 className="font-semibold">{t("cardstaff.end.title")}</h2>
      {found.programEndedAt === null ? (
        <>
          <p className="max-w-3xl text-sm text-muted">{t("cardstaff.end.about")}</p>
          <Button look="danger" className="justify-self-start" onClick={onAsk}>
            {t("cardstaff.end.ask")}
          </Button>
        </>
      ) : (
        <Alert kind="warning">
          {t("cardstaff.end.ended")} <LocalTime at={found.programEndedAt} />
        </Alert>
      )}
    </Card>
  );
}
