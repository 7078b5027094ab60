/** What merchants asked and took, newest first: what is held and until when, and why a payment was declined, with the way out. */
import { useState } from "react";
import type { DisputeStatus } from "#contract/products/cards/names.ts";
import type { CardPayment, CardTaking } from "#contract/products/cards/cards.ts";
import { fiatText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Late } from "#sdk/late.tsx";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { Badge, type Tone } from "#ui/badge.tsx";
import { Table } from "#ui/table.tsx";

const TONES: Record<NonNullable<CardPayment["state"]>, Tone> = {
  approved: "info",
  declined: "bad",
  reversed: "neutral",
  expired: "neutral",
  closed: "good",
};

const loadDispute = async () => (await import("./dispute-dialog.tsx")).DisputeDialog;

type Props = { readonly payments: readonly CardPayment[]; readonly onChanged: () => void };
type Disputed = { readonly payment: CardPayment; readonly open: readonly [CardTaking, ...CardTaking[]] };

export function PaymentList({ payments, onChanged }: Props) {
  const t = useT();
  const [asked, ask] = useState<Disputed | null>(null);
  const close = () => ask(null);
  if (payments.length === 0) return <p className="py-8 text-center text-sm text-muted">{t("cards.no_payments")}</p>;
  return (
    <>
      <Table
        caption={t("cards.payments")}
        head={[t("cards.merchant"), t("cards.card"), t("cards.state_head"), t("cards.sum")]}
        numbers={[3]}
        wide={[1]}
        isStacked
      >
        {payments.map((one) => (
          <Row key={one.id} one={one} onDispute={ask} />
        ))}
      </Table>
      {asked && (
        <Late
          load={loadDispute}
          props={{
            ...asked,
            onClose: close,
            onDone: () => {
              close();
              onChanged();
            },
          }}
          loading={null}
          failed={() => null}
        />
      )}
    </>
  );
}

function disputable(payment: CardPayment): Disputed | null {
  const [first, ...others] = payment.takings.filter(({ isDisputable }) => isDisputable);
  return first ? { payment, open: [first, ...others] } : null;
}

const DISPUTE_TONES: Record<DisputeStatus, string> = {
  opened: "text-muted",
  provisional: "text-muted",
  won: "text-good",
  lost: "text-bad",
  refunded: "text-muted",
};

function Disputes({ takings }: Pick<CardPayment, "takings">) {
  const t = useT();
  const { locale } = usePage();
  return takings.map(
    ({ dispute }) =>
      dispute && (
        <span key={dispute.id} className={`mt-1 block ${DISPUTE_TONES[dispute.status]}`}>
          {t(`cards.dispute.state.${dispute.status}`, {
            sum: `${fiatText(locale, dispute.status === "won" ? dispute.credited : dispute.usd, "USD")} USD`,
          })}
        </span>
      ),
  );
}

function Row({ one, onDispute }: { one: CardPayment; onDispute: (wanted: Disputed) => void }) {
  const t = useT();
  const { locale } = usePage();
  const usd = (sum: string) => `${fiatText(locale, sum, "USD")} USD`;
  const isForeign = one.currencyCode !== null && one.currencyCode !== "USD";
  const isBack = one.entry === "refund";
  const wanted = disputable(one);
  return (
    <tr>
      <td>
        <span className="font-medium">{one.merchant ?? t("cards.unnamed")}</span>
        <span className="block text-2xs text-muted">
          <LocalTime at={one.at} />
        </span>
      </td>
      <td className="text-xs text-muted max-sm:hidden">
        {one.cardLabel} <bdi dir="ltr">•••• {one.cardLast4 ?? "••••"}</bdi>
      </td>
      <td className="text-xs">
        <Badge tone={one.state ? TONES[one.state] : isBack ? "good" : "warn"}>
          {one.state ? t(`cards.state.${one.state}`) : t(`cards.entry.${one.entry ?? "force_post"}`)}
        </Badge>
        {one.declined && <span className="mt-1 block text-muted">{t(`cards.declined.${one.declined}`)}</span>}
        {one.heldUntil && (
          <span className="mt-1 block text-muted">
            {t("cards.held_until")} <LocalTime at={one.heldUntil} />
          </span>
        )}
        {one.owed !== "0.00" && (
          <span className="mt-1 block text-warn">{t("cards.uncovered", { sum: usd(one.owed) })}</span>
        )}
        <Disputes takings={one.takings} />
        {wanted && (
          <button
            type="button"
            className="mt-1 block min-h-6 text-muted underline underline-offset-2 hover:text-text"
            onClick={() => onDispute(wanted)}
          >
            {t("cards.dispute.open")}
          </button>
        )}
      </td>
      <td className="text-end font-medium whitespace-nowrap tabular-nums">
        <bdi>
          {isBack ? "+" : ""}
          {usd(one.usd)}
        </bdi>
        {isForeign && one.amount && one.currencyCode && (
          <bdi className="block text-2xs text-muted">
            {fiatText(locale, one.amount, one.currencyCode)} {one.currencyCode}
          </bdi>
        )}
      </td>
    </tr>
  );
}
