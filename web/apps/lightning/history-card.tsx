/** The last payments and invoices, newest first; a payment that arrived can be proved by a file. */
import type { ReactNode } from "react";
import type { Lightning, LightningInvoice, LightningPayment } from "#contract/products/lightning/lightning.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { amountText } from "#sdk/words/money.ts";
import { Badge, type Tone } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Table } from "#ui/table.tsx";

const IN: Record<LightningInvoice["status"], Tone> = {
  ...{ asked: "info", open: "info", settled: "good", paid_inside: "good", expired: "neutral" },
};
const OUT: Record<LightningPayment["status"], Tone> = {
  ...{ reserved: "info", in_flight: "info", settled: "good", inside: "good", failed: "bad" },
};

const ARRIVED: readonly LightningPayment["status"][] = ["settled", "inside"];

export function HistoryCard({ invoices, payments }: Pick<Lightning, "invoices" | "payments">) {
  const t = useT();
  const { locale } = usePage();
  const rows = [
    ...invoices.map((one) => ({ at: one.createdAt, key: `in ${one.id}`, row: <InvoiceRow invoice={one} /> })),
    ...payments.map((one) => ({ at: one.createdAt, key: `out ${one.id}`, row: <PaymentRow payment={one} /> })),
  ].sort((one, other) => other.at.localeCompare(one.at, locale));
  const head = [
    t("lightning.history.time"),
    t("lightning.history.what"),
    t("lightning.history.status"),
    t("lightning.history.amount"),
  ];
  return (
    <Card className="grid min-w-0 gap-3 p-5" aria-labelledby="history">
      <h2 id="history" className="font-semibold">
        {t("lightning.history.title")}
      </h2>
      {rows.length === 0 ? (
        <p className="text-sm text-muted">{t("lightning.history.none")}</p>
      ) : (
        <Table isStacked caption={t("lightning.history.title")} head={head} numbers={[3]}>
          {rows.map(({ at, key, row }) => (
            <tr key={key}>
              <td className="whitespace-nowrap text-muted">
                <LocalTime at={at} />
              </td>
              {row}
            </tr>
          ))}
        </Table>
      )}
    </Card>
  );
}

function InvoiceRow({ invoice }: { readonly invoice: LightningInvoice }) {
  const t = useT();
  const page = usePage();
  const { locale } = page;
  const amount = invoice.paid ?? invoice.amount;
  return (
    <>
      <What name={t("lightning.history.received")} memo={invoice.memo}>
        {invoice.paid !== null && (
          <SaveProof save={async () => (await import("./save-proof.ts")).saveInvoiceProof(page, invoice)} />
        )}
      </What>
      <td>
        <Badge tone={IN[invoice.status]}>{t(`lightning.invoice.${invoice.status}`)}</Badge>
      </td>
      <td className="text-end whitespace-nowrap tabular-nums">
        <bdi>{amount === null ? "–" : `+${amountText(locale, `${amount} BTC`)}`}</bdi>
      </td>
    </>
  );
}

function PaymentRow({ payment }: { readonly payment: LightningPayment }) {
  const t = useT();
  const page = usePage();
  const { locale } = page;
  return (
    <>
      <What name={t("lightning.history.sent")} memo={payment.memo}>
        {ARRIVED.includes(payment.status) && (
          <SaveProof save={async () => (await import("./save-proof.ts")).savePaymentProof(page, payment)} />
        )}
      </What>
      <td>
        <Badge tone={OUT[payment.status]}>{t(`lightning.payment.${payment.status}`)}</Badge>
        {payment.failure && (
          <span className="block text-2xs text-muted">{t(`lightning.failure.${payment.failure}`)}</span>
        )}
      </td>
      <td className="text-end whitespace-nowrap tabular-nums">
        <bdi>{`−${amountText(locale, `${payment.amount} BTC`)}`}</bdi>
        <span className="block text-2xs text-muted">
          {t("lightning.history.fees", {
            fee: amountText(locale, `${payment.fee} BTC`),
            network: amountText(locale, `${payment.networkFee} BTC`),
          })}
        </span>
      </td>
    </>
  );
}

/** What writes the file is loaded with the first. */
function SaveProof({ save }: { readonly save: () => Promise<void> }) {
  const t = useT();
  const saving = useAction(save);
  return (
    <Button look="quiet" size="sm" className="-ms-3" isBusy={saving.isRunning} onClick={() => void saving.run()}>
      {t("lightning.history.receipt")}
    </Button>
  );
}

function What({ name, memo, children }: { name: string; memo: string; children?: ReactNode }) {
  return (
    <td className="max-w-72">
      <span className="block font-medium">{name}</span>
      {memo && (
        <span className="block truncate text-xs text-muted">
          <bdi>{memo}</bdi>
        </span>
      )}
      {children}
    </td>
  );
}
