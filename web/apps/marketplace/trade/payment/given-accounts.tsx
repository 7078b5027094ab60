/** Below the rows of the payment: earlier accounts of the seller, giving one, and the owner of the paying account. */
import { useState } from "react";
import { type AccountField, labelOf } from "#contract/market/trades/payment/account-names.ts";
import type { PaymentDetail } from "#contract/market/trades/payment/details.ts";
import type { TradeView } from "#contract/market/trades/trade/trades.ts";
import { HOLDER_NAME_MAX } from "#contract/platform/lengths.ts";
import { hasLetters, trimmed } from "#contract/platform/plain-text.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { FactRows } from "#ui/fact-rows.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input } from "#ui/forms/input.tsx";
import { GiveAccount } from "../late-parts.tsx";

type Props = { readonly trade: TradeView; readonly take: (view: TradeView) => void };

export function GivenAccounts({ trade, take }: Props) {
  const t = useT();
  const [isGiving, setGiving] = useState(false);
  const [newest, ...before] = trade.paymentDetails;
  const isOpen = trade.status === "active_funded";
  const isBuyer = trade.viewerRole === "buyer";
  const isPaidToAccount = ["bank-transfers", "mobile-money"].includes(trade.paymentMethod.group);
  if (!isPaidToAccount) return null;
  return (
    <div className="grid gap-4 empty:hidden">
      {before.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer py-2 text-sm font-medium text-brand">
            {t("given.replaced")}
          </summary>
          <p className="text-sm text-muted">{t("given.replaced_text")}</p>
          {before.map((detail) => (
            <Earlier key={detail.id} detail={detail} />
          ))}
        </details>
      )}
      {trade.viewerRole === "seller" && isOpen && trade.flow.type !== "bt-auto" && (
        <Button look="secondary" className="justify-self-start" onClick={() => setGiving(true)}>
          {t("given.give")}
        </Button>
      )}
      {isGiving && (
        <GiveAccount
          trade={trade}
          onClose={() => setGiving(false)}
          onGiven={(view) => {
            take(view);
            setGiving(false);
          }}
        />
      )}
      {isBuyer && isOpen && (newest || trade.isThirdPartyTreatmentEnabled) ? (
        <NamePayer trade={trade} take={take} />
      ) : (
        <Payer trade={trade} />
      )}
    </div>
  );
}

/** Without buttons that copy: nobody should pay to it. */
function Earlier({ detail }: { detail: PaymentDetail }) {
  const t = useT();
  const label = (name: string) =>
    t.maybe(`payments.field.${labelOf(name as AccountField, detail.countryIso ?? "")}`, name);
  const lines: (readonly [label: string, value: string])[] = [
    [t(`payments.field.${detail.isPersonal === false ? "holder_company" : "holder_name"}`), detail.holderName],
    ...(detail.name ? [[t("payments.field.bank_name"), detail.name] as const] : []),
    ...detail.fields.map(({ name, value }) => [label(name), value] as const),
  ];
  return (
    <section className="mt-2 grid gap-2 rounded-lg bg-sunken p-3 text-muted">
      <p className="text-xs">
        <LocalTime at={detail.sharedAt} />
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 text-sm">
        <FactRows rows={lines} />
      </dl>
    </section>
  );
}

/** As it was said; the seller is warned before they release. */
function Payer({ trade }: { trade: TradeView }) {
  const t = useT();
  const { payer, viewerRole, completedAt } = trade;
  if (!payer) return null;
  const isBuyer = viewerRole === "buyer";
  // Where the offer excludes it, paying so costs the buyer what a dispute would protect.
  const isExcluded = trade.isThirdPartyTreatmentEnabled;
  const notice = isExcluded ? "excluded" : "other";
  return (
    <div className="grid gap-2">
      <p className="text-sm">{t(isBuyer ? "given.payer_said" : "given.payer_seller", { name: payer.holderName })}</p>
      {!payer.isOwnName && completedAt === null && (
        <Alert kind={isExcluded ? "danger" : "warning"} size="sm">
          {t(isBuyer ? `given.payer_own_${notice}` : `given.payer_${notice}`)}
        </Alert>
      )}
    </div>
  );
}

/** The buyer says whose account pays, and may say something else until they have paid. */
function NamePayer({ trade, take }: Props) {
  const t = useT();
  const page = usePage();
  const [isTyping, setTyping] = useState(trade.payer === null);
  const [name, setName] = useState(trade.payer?.holderName ?? "");
  const say = useAction(
    async (payerName: string) => {
      const { revealPaymentDetails } = await import("#contract/market/trades/trade/trades.ts");
      const body = { payer_name: payerName };
      take((await page.call(revealPaymentDetails, { params: { id: trade.tradeHash }, body })).data);
      setTyping(false);
    },
    { fields: ["payer_name"] },
  );
  if (!isTyping && trade.payer)
    return (
      <div className="grid gap-2">
        <Payer trade={trade} />
        <Button look="quiet" size="sm" className="justify-self-start" onClick={() => setTyping(true)}>
          {t("given.payer_change")}
        </Button>
      </div>
    );
  return (
    <Form className="grid gap-3" onSubmit={() => hasLetters(name, 2) && void say.run(trimmed(name))}>
      <Field label={t("given.payer_label")} hint={t("given.payer_hint")} error={say.refusal?.fault("payer_name")}>
        {(ids) => (
          <Input
            {...ids}
            autoComplete="name"
            maxLength={HOLDER_NAME_MAX}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Button
        type="submit"
        // It is the next thing to do where nothing was said yet.
        look={trade.payer ? "secondary" : "primary"}
        className="justify-self-start"
        disabled={!hasLetters(name, 2)}
        isBusy={say.isRunning}
      >
        {t("given.payer_save")}
      </Button>
    </Form>
  );
}
