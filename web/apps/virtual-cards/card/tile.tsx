/** One card: its face, what it may pay, and what can be done with it. */
import { useState } from "react";
import { commaOf } from "#contract/platform/locales.ts";
import type { Card as CardView, CardPayment } from "#contract/products/cards/cards.ts";
import { fiatText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { Icon } from "#ui/icon.tsx";
import { eye, lock } from "#ui/icons/shapes.ts";
import { ChangeCard } from "../change-card.tsx";
import { CardNumber } from "./number.tsx";
import { EndCard } from "../end-card.tsx";

type Props = {
  readonly card: CardView;
  readonly payments: readonly CardPayment[];
  readonly issuerKey: string | null;
  readonly askAbove: string;
  readonly onChanged: () => void;
};

export function CardTile({ card, payments, issuerKey, askAbove, onChanged }: Props) {
  const t = useT();
  const page = usePage();
  const [panel, setPanel] = useState<"number" | "change" | "end" | null>(null);
  const close = () => setPanel(null);
  const freeze = useAction(async (status: "active" | "frozen") => {
    const { changeCard } = await import("#contract/products/cards/cards.ts");
    await page.call(changeCard, { params: { id: card.id }, body: bodyOf(card, status) });
    onChanged();
  });
  const isOver = card.status === "terminated" || card.status === "refused";
  const isMade = card.last4 !== null;
  return (
    <article className="grid gap-3 rounded-xl border border-line bg-raised p-3 shadow-card" aria-label={card.label}>
      <Face card={card} />
      <Limits card={card} />
      {(card.status === "requested" || card.status === "refused") && (
        <p className="text-sm text-muted">{t(`cards.made_by_issuer.${card.status}`)}</p>
      )}
      {!isOver && (
        <div className="flex flex-wrap gap-2">
          <Button look="secondary" size="sm" disabled={!isMade} onClick={() => setPanel("number")}>
            <Icon shape={eye} size={14} />
            {t("cards.number.show")}
          </Button>
          <Button
            look="secondary"
            size="sm"
            isBusy={freeze.isRunning}
            onClick={() => void freeze.run(card.status === "frozen" ? "active" : "frozen")}
          >
            <Icon shape={lock} size={14} />
            {t(card.status === "frozen" ? "cards.unfreeze" : "cards.freeze")}
          </Button>
          <Button look="quiet" size="sm" onClick={() => setPanel("change")}>
            {t("cards.change.title")}
          </Button>
          <Button look="quiet" size="sm" onClick={() => setPanel("end")}>
            {t("cards.end.title")}
          </Button>
        </div>
      )}
      {panel === "number" && <CardNumber card={card} issuerKey={issuerKey} onClose={close} />}
      {panel === "change" && (
        <ChangeCard
          card={card}
          askAbove={askAbove}
          onDone={() => {
            close();
            onChanged();
          }}
          onClose={close}
        />
      )}
      {panel === "end" && (
        <EndCard
          card={card}
          holds={payments.filter(({ cardId, heldUntil }) => cardId === card.id && heldUntil !== null)}
          onDone={() => {
            close();
            onChanged();
          }}
          onClose={close}
        />
      )}
    </article>
  );
}

/** With all that it has now: the call sets everything. */
export function bodyOf(card: CardView, status: "active" | "frozen") {
  const { label, paymentLimit, dayLimit, monthLimit, closedGroups } = card;
  return {
    label,
    status,
    closed_groups: closedGroups,
    ...(paymentLimit === null ? {} : { payment_limit: paymentLimit }),
    ...(dayLimit === null ? {} : { day_limit: dayLimit }),
    ...(monthLimit === null ? {} : { month_limit: monthLimit }),
  };
}

function Face({ card }: { card: CardView }) {
  const t = useT();
  const isActive = card.status === "active";
  const [year, month] = card.expiresOn.split("-");
  return (
    <div
      className={cx(
        "grid aspect-[1.7] max-h-52 content-between rounded-lg p-4",
        isActive ? "bg-brand text-on-brand" : "bg-sunken text-muted",
      )}
    >
      <div className="flex items-start justify-between gap-2">
        <p className="min-w-0 truncate font-semibold">{card.label}</p>
        {card.status !== "active" && (
          <Badge tone={card.status === "frozen" ? "info" : "neutral"}>{t(`cards.status.${card.status}`)}</Badge>
        )}
        {isActive && card.isSingleUse && <Badge>{t("cards.single_use")}</Badge>}
      </div>
      <div className="flex items-end justify-between gap-2 font-mono text-sm tabular-nums" dir="ltr">
        <span>•••• {card.last4 ?? "••••"}</span>
        <span>
          <span className="sr-only">{t("cards.number.expires")} </span>
          {month}/{year?.slice(2)}
        </span>
      </div>
    </div>
  );
}

function Limits({ card }: { card: CardView }) {
  const t = useT();
  const { locale } = usePage();
  const rows = [
    ["payment", card.paymentLimit],
    ["day", card.dayLimit],
    ["month", card.monthLimit],
  ] as const;
  const set = rows.flatMap(([name, sum]) =>
    sum === null ? [] : [t(`cards.limit.${name}_short`, { sum: `${fiatText(locale, sum, "USD")} USD` })],
  );
  const closed = card.closedGroups.map((group) => t(`cards.group.${group}`));
  return (
    <p className="text-xs text-muted">
      {set.length > 0 ? set.join(" · ") : t("cards.limit.none")}
      {closed.length > 0 && ` · ${t("cards.closed_to", { groups: closed.join(commaOf(locale)) })}`}
    </p>
  );
}
