/** How to pay: amount, payee, account and reference row by row, each with a button that copies it, and the seller's own words. */
import { type AccountField, labelOf } from "#contract/market/trades/payment/account-names.ts";
import { isBlank } from "#contract/platform/plain-text.ts";
import type { TradeView } from "#contract/market/trades/trade/trades.ts";
import { fiatText, weightText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Alert } from "#ui/alert.tsx";
import { Card } from "#ui/card.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { LateTranslation } from "#widgets/translation/late-translation.tsx";
import { GivenAccounts } from "./given-accounts.tsx";

type Props = { readonly trade: TradeView; readonly take: (view: TradeView) => void };

export function PaymentCard({ trade, take }: Props) {
  const t = useT();
  const role = trade.viewerRole;
  const lead = useLead(trade);
  return (
    <Card className="grid gap-4 p-5" aria-labelledby="payment">
      <header className="grid gap-1">
        <h2 id="payment" className="font-semibold">
          {t("trade.details.title")}
        </h2>
        {lead && <p className="text-sm text-muted">{lead}</p>}
      </header>
      <PayRows trade={trade} />
      {trade.tradeDetails !== null && <SellersWords text={trade.tradeDetails} trade={trade} />}
      {role === "buyer" && isPaidFromAccount(trade) && trade.status === "active_funded" && (
        <Alert size="sm" kind={trade.isThirdPartyTreatmentEnabled ? "warning" : "info"}>
          {t(trade.isThirdPartyTreatmentEnabled ? "trade.details.no_third_parties" : "trade.details.own_account")}
        </Alert>
      )}
      <GivenAccounts trade={trade} take={take} />
      <details>
        <summary className="min-h-11 cursor-pointer py-2 text-sm font-medium text-brand">
          {t("trade.details.terms")}
        </summary>
        <p className="text-sm whitespace-pre-wrap [overflow-wrap:anywhere]" dir="auto">
          {trade.offer.terms}
        </p>
        <TextTranslation text={trade.offer.terms} trade={trade} part="terms" />
      </details>
    </Card>
  );
}

function useLead({ tradeDetails, viewerRole: role, status, completedAt }: TradeView): string | null {
  const t = useT();
  if (tradeDetails === null) return role === "buyer" && completedAt === null ? t("trade.details.hidden") : null;
  const isTold = role === "buyer" ? status === "active_funded" : completedAt === null;
  return isTold ? t(`trade.details.lead_${role}`) : null;
}

const hasAccount = ({ paymentDetails }: TradeView) => paymentDetails.length > 0;

/** Cards and metal have no payment account. */
function isPaidFromAccount({ flow, metal }: TradeView): boolean {
  return flow.type !== "gcc-auto" && metal === null;
}

type Row = { readonly label: string; readonly value: string; readonly copied?: string };

function PayRows({ trade }: { trade: TradeView }) {
  const t = useT();
  const rows = usePayRows(trade);
  return (
    <dl className="divide-y divide-line rounded-lg border border-line">
      {rows.map(({ label, value, copied }) => (
        <div
          key={`${label} ${value}`}
          className="grid min-h-14 grid-cols-[minmax(0,1fr)_auto] content-center gap-x-2 py-1.5 ps-4 pe-1"
        >
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="col-start-1 font-medium tabular-nums [overflow-wrap:anywhere]">
            <bdi>{value}</bdi>
          </dd>
          {copied !== undefined && (
            <dd className="col-start-2 row-span-2 row-start-1 self-center">
              <CopyButton
                text={copied}
                label={t("trade.copy_one", { name: label })}
                doneLabel={t("trade.copied")}
                isIcon
              />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

function usePayRows(trade: TradeView): readonly Row[] {
  const t = useT();
  const { locale } = usePage();
  const { fiatAmount, currency, metal, bankReference } = trade;
  const [account] = trade.paymentDetails;
  const copied = (label: string, value: string): Row => ({ label, value, copied: value });
  const field = (name: string) =>
    t.maybe(`payments.field.${labelOf(name as AccountField, account?.countryIso ?? "")}`, name);
  return [
    {
      label: t("trade.details.exactly"),
      value: `${fiatText(locale, fiatAmount, currency.code)} ${currency.code}`,
      copied: fiatAmount,
    },
    ...(metal
      ? [
          {
            label: t("trade.facts.weight"),
            value: t("trade.facts.ounces", { ounces: weightText(locale, metal.ounces) }),
          },
        ]
      : []),
    ...(account
      ? [
          copied(
            t(`payments.field.${account.isPersonal === false ? "holder_company" : "holder_name"}`),
            account.holderName,
          ),
          ...(account.name ? [copied(t("payments.field.bank_name"), account.name)] : []),
          ...account.fields.map(({ name, value }) => copied(field(name), value)),
        ]
      : []),
    ...(bankReference
      ? [
          bankReference.type === "no_message"
            ? { label: t("trade.details.reference"), value: t("trade.details.reference_none") }
            : copied(t("trade.details.reference"), bankReference.message),
        ]
      : []),
  ];
}

/** The owner of the offer wrote its texts, and needs no translation of them. */
function TextTranslation({ text, trade, part }: { text: string; trade: TradeView; part: "terms" | "details" }) {
  if (trade.viewerRole === (trade.offer.type === "sell" ? "seller" : "buyer")) return null;
  return (
    <div className="flex flex-wrap pt-1">
      <LateTranslation text={text} of={{ trade: trade.tradeHash, part }} />
    </div>
  );
}

function SellersWords({ text, trade }: { text: string; trade: TradeView }) {
  const t = useT();
  if (isBlank(text)) return !hasAccount(trade) ? <p className="text-sm text-muted">{t("trade.details.none")}</p> : null;
  return (
    <section className="grid gap-1">
      <div className="flex items-center justify-between gap-2">
        <h3 className="text-xs font-normal text-muted">{t("trade.details.words")}</h3>
        <CopyButton
          text={text}
          label={t("trade.copy_one", { name: t("trade.details.words") })}
          doneLabel={t("trade.copied")}
          isIcon
        />
      </div>
      <p className="rounded-lg bg-sunken p-3 text-sm whitespace-pre-wrap [overflow-wrap:anywhere]" dir="auto">
        {text}
      </p>
      <TextTranslation text={text} trade={trade} part="details" />
    </section>
  );
}
