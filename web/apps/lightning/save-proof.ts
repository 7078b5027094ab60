/** The proof of a payment as a text file: what is needed to check it without this market. */
import type { LightningInvoice, LightningPayment } from "#contract/products/lightning/lightning.ts";
import type { PageKit } from "#sdk/page-kit.ts";
import { amountText } from "#sdk/words/money.ts";

type Page = Pick<PageKit, "locale" | "t">;
type Line = readonly [string, string];

/** Of one that has arrived: the receipt is the payee's, and absent where the payee is a user here. */
export function savePaymentProof({ locale, t }: Page, payment: LightningPayment): void {
  const sum = (amount: string) => amountText(locale, `${amount} BTC`);
  save(payment.paymentHash, [
    [t("lightning.proof.sent"), sum(payment.amount)],
    [t("lightning.proof.time"), payment.endedAt ?? payment.createdAt],
    [t("lightning.proof.note"), payment.memo],
    [t("lightning.proof.payee"), payment.payee],
    [t("lightning.proof.fee"), sum(payment.fee)],
    [t("lightning.proof.network"), sum(payment.networkFee)],
    [t("lightning.proof.invoice"), payment.invoice],
    [t("lightning.proof.hash"), payment.paymentHash],
    [t("lightning.proof.preimage"), payment.preimage ?? t("lightning.proof.inside")],
    ["", payment.preimage === null ? "" : t("lightning.proof.check")],
  ]);
}

export function saveInvoiceProof({ locale, t }: Page, invoice: LightningInvoice): void {
  save(invoice.paymentHash ?? invoice.id, [
    [t("lightning.proof.received"), amountText(locale, `${invoice.paid} BTC`)],
    [t("lightning.proof.time"), invoice.settledAt ?? invoice.createdAt],
    [t("lightning.proof.note"), invoice.memo],
    [t("lightning.proof.invoice"), invoice.invoice ?? ""],
    [t("lightning.proof.hash"), invoice.paymentHash ?? ""],
  ]);
}

/** Line by line; those that say nothing are left out. */
function save(hash: string, lines: readonly Line[]): void {
  const said = lines.filter(([, value]) => value !== "");
  const text = said.map(([name, value]) => (name === "" ? `\n${value}` : `${name}: ${value}`)).join("\n");
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([`${text}\n`], { type: "text/plain;charset=utf-8" }));
  link.download = `lightning-${hash.slice(0, 12)}.txt`;
  link.click();
  URL.revokeObjectURL(link.href);
}
