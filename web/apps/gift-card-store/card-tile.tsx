/** A bought gift card: its state, and what its owner may do with it. */
import { useState } from "react";
import type { StoreCard } from "#contract/products/store/gift-card-store.ts";
import { useCountryName } from "#sdk/words/country-name.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { amountText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { LookDialog, NoteDialog, ReportDialog, VaultDialog } from "./card-dialogs.tsx";
import { Monogram } from "./monogram.tsx";

type Props = { readonly card: StoreCard; readonly onChange: (card: StoreCard) => void };
type Asked = "look" | "note" | "vault" | "report";

export function CardTile({ card, onChange }: Props) {
  const t = useT();
  const { locale, href } = usePage();
  const nameOf = useCountryName();
  const [asked, ask] = useState<Asked | null>(null);
  const dialog = { card, onChange, onClose: () => ask(null) };
  return (
    <Card className="grid gap-3 p-4">
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-3">
        <Monogram brand={card.brand} />
        <span className="grid gap-0.5">
          <h3 className="font-semibold">
            <bdi>{card.brand}</bdi> ·{" "}
            <bdi className="tabular-nums">{amountText(locale, `${card.amount} ${card.currencyCode}`)}</bdi>
          </h3>
          <span className="text-xs text-muted">
            {t("store.product.works", { country: nameOf(card.countryIso) })} ·{" "}
            <LocalTime at={card.deliveredAt} dateOnly />
          </span>
        </span>
        <State card={card} />
      </div>
      {card.seenAt && (
        <p className="text-xs text-muted">
          {t("store.card.seen_at")} <LocalTime at={card.seenAt} />
        </p>
      )}
      {card.note && (
        <p dir="auto" className="text-sm [overflow-wrap:anywhere]">
          {card.note}
        </p>
      )}
      {card.report && <p className="text-sm font-medium text-warn">{t(`store.card.report_${card.report.status}`)}</p>}
      {card.isInVault && (
        <a className="text-sm font-medium text-brand underline" href={href("giftCards", undefined)}>
          {t("store.card.open_vault")}
        </a>
      )}
      <Actions card={card} onChange={onChange} onAsk={ask} />
      {asked === "look" && <LookDialog {...dialog} />}
      {asked === "note" && <NoteDialog {...dialog} />}
      {asked === "vault" && <VaultDialog {...dialog} />}
      {asked === "report" && <ReportDialog {...dialog} />}
    </Card>
  );
}

function State({ card }: { card: StoreCard }) {
  const t = useT();
  if (card.usedAt) return <Badge>{t("store.card.used")}</Badge>;
  if (card.isInVault) return <Badge tone="info">{t("store.card.vault")}</Badge>;
  return card.seenAt ? (
    <Badge tone="warn">{t("store.card.seen")}</Badge>
  ) : (
    <Badge tone="good">{t("store.card.unseen")}</Badge>
  );
}

function Actions({ card, onChange, onAsk }: Props & { readonly onAsk: (what: Asked) => void }) {
  const t = useT();
  const page = usePage();
  const mark = useAction(async (isUsed: boolean) => {
    const { changeStoreCard } = await import("#contract/products/store/gift-card-store.ts");
    const body = { is_used: isUsed, note: card.note ?? "" };
    onChange((await page.call(changeStoreCard, { params: { id: card.id }, body })).data);
  });
  return (
    <div className="flex flex-wrap gap-2">
      {card.isShowable && (
        <Button size="sm" onClick={() => onAsk("look")}>
          {t("store.card.look")}
        </Button>
      )}
      {card.mayGoToVault && (
        <Button size="sm" look="secondary" onClick={() => onAsk("vault")}>
          {t("store.card.to_vault")}
        </Button>
      )}
      {!card.isInVault && (
        <Button size="sm" look="quiet" isBusy={mark.isRunning} onClick={() => void mark.run(card.usedAt === null)}>
          {t(card.usedAt === null ? "store.card.mark_used" : "store.card.mark_unused")}
        </Button>
      )}
      <Button size="sm" look="quiet" onClick={() => onAsk("note")}>
        {t("store.card.note")}
      </Button>
      {card.mayReport && (
        <Button size="sm" look="quiet" onClick={() => onAsk("report")}>
          {t("store.card.report")}
        </Button>
      )}
    </div>
  );
}
