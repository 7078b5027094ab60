/** Where a purchase is paid: each part with a button that copies it, and the time that is left. */
import type { RampOrder } from "#contract/products/ramps/ramps.ts";
import { amountText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useNow } from "#sdk/state/use-now.ts";
import { CopyButton } from "#ui/copy-button.tsx";
import { Countdown } from "#ui/countdown.tsx";

export function PayInstructions({ order }: { order: RampOrder }) {
  const t = useT();
  const { locale } = usePage();
  const { instructions, party } = order;
  const sum = amountText(locale, `${order.amount} ${order.currencyCode}`);
  return (
    <div className="grid gap-4">
      <TimeLeft order={order} />
      {instructions && (
        <>
          <ul className="grid divide-y divide-line rounded-lg border border-line">
            <Row name="amount" shown={sum} copied={order.amount} isStrong />
            <Row name="words" shown={instructions.words} isStrong />
            <Row name="account_number" shown={instructions.accountNumber} />
            <Row name="account_name" shown={instructions.accountName} />
            <Row name="bank" shown={instructions.bankName} />
          </ul>
          <p className="text-sm text-muted">{t("ramps.pay.rules")}</p>
        </>
      )}
      {order.rail === "mobile_money" && party && (
        <p className="rounded-lg bg-sunken p-4 text-sm">
          {t("ramps.pay.prompt", { amount: sum, wallet: `${party.name} ${party.masked}` })}
        </p>
      )}
    </div>
  );
}

type RowProps = {
  readonly name: "amount" | "words" | "account_number" | "account_name" | "bank";
  readonly shown: string;
  readonly copied?: string;
  readonly isStrong?: boolean;
};

function Row({ name, shown, copied = shown, isStrong = false }: RowProps) {
  const t = useT();
  const label = t(`ramps.pay.${name}`);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2 py-1 ps-4 pe-1">
      <div className="grid">
        <span className="text-xs text-muted">{label}</span>
        <span className={isStrong ? "text-lg font-bold tabular-nums" : "font-medium tabular-nums"}>
          <bdi dir="ltr" className="[overflow-wrap:anywhere] select-all">
            {shown}
          </bdi>
        </span>
      </div>
      <CopyButton isIcon text={copied} label={t("ramps.pay.copy", { what: label })} doneLabel={t("ramps.pay.copied")} />
    </li>
  );
}

function TimeLeft({ order }: { order: RampOrder }) {
  const t = useT();
  const nowMs = useNow(1000);
  if (order.windowUntil === null) return null;
  const leftMs = Date.parse(order.windowUntil) - nowMs;
  if (leftMs <= 0) return <p className="text-sm font-medium text-warn">{t("ramps.pay.over")}</p>;
  return (
    <div className="flex flex-wrap items-center gap-3 text-sm">
      <span className="text-muted">{t("ramps.pay.until")}</span>
      <Countdown
        leftMs={leftMs}
        totalMs={Date.parse(order.windowUntil) - Date.parse(order.createdAt)}
        label={t("ramps.pay.until")}
        spoken={(left) => t("ramps.pay.until_spoken", { left })}
      />
    </div>
  );
}
