/** Online payments that wait for their user: what a merchant asks for, the time left, and yes or no. Above a sum a yes takes a second step. */
import { useState } from "react";
import type { CardApproval } from "#contract/products/cards/cards.ts";
import { fiatText } from "#sdk/words/money.ts";
import { useCountryName } from "#sdk/words/country-name.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { type Typed, useProof } from "#sdk/calls/use-proof.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { useNow } from "#sdk/state/use-now.ts";
import { PROOF_FIELDS, ProofField } from "#widgets/proof-field.tsx";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Countdown } from "#ui/countdown.tsx";
import { FactRows } from "#ui/fact-rows.tsx";
import { Form } from "#ui/forms/form.tsx";

type Props = { readonly approvals: readonly CardApproval[]; readonly onChanged: () => void };

export function Approvals({ approvals, onChanged }: Props) {
  return approvals.map((one) => <Approval key={one.id} one={one} onChanged={onChanged} />);
}

function Approval({ one, onChanged }: { one: CardApproval; onChanged: () => void }) {
  const t = useT();
  const page = usePage();
  const [isProving, setProving] = useState(false);
  const leftMs = Date.parse(one.expiresAt) - useNow(500);
  const answer = useAction(
    async (approve: boolean, typed: Typed | null) => {
      const { answerCardPayment } = await import("#contract/products/cards/cards.ts");
      if (typed) {
        const { prove } = await import("#sdk/calls/prove.ts");
        await prove(page, typed, { kind: "pay_card", id: one.id });
      }
      const { data } = await page.call(answerCardPayment, { params: { id: one.id }, body: { approve } });
      const { outcome } = data;
      if (outcome === "approved" || outcome === "again" || outcome === "declined")
        page.toast(outcome === "declined" ? "info" : "success", t(`cards.approve.done.${outcome}`));
      else page.toast("error", t(`cards.declined.${outcome}`));
      onChanged();
    },
    { fields: PROOF_FIELDS },
  );
  const isLate = leftMs <= 0;
  return (
    <Card className="grid max-w-2xl gap-4 p-5" aria-label={t("cards.approve.title")}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">{t("cards.approve.title")}</h2>
        <Countdown
          leftMs={Math.max(0, leftMs)}
          totalMs={Date.parse(one.expiresAt) - Date.parse(one.askedAt)}
          label={t("cards.approve.left")}
          spoken={(left) => t("cards.approve.left_spoken", { left })}
        />
      </div>
      <Asked one={one} />
      {isLate ? (
        <Alert kind="warning">{t("cards.declined.not_answered")}</Alert>
      ) : isProving ? (
        <Proving
          one={one}
          isBusy={answer.isRunning}
          refusal={answer.refusal}
          clear={answer.clear}
          onTyped={(typed) => void answer.run(true, typed)}
          onNo={() => void answer.run(false, null)}
        />
      ) : (
        <>
          {answer.refusal && <Alert kind="danger">{answer.refusal.message}</Alert>}
          <div className="grid gap-2 sm:flex">
            <Button
              isBusy={answer.isRunning}
              onClick={() => (one.needsProof ? setProving(true) : void answer.run(true, null))}
            >
              {t("cards.approve.yes")}
            </Button>
            <Button look="secondary" disabled={answer.isRunning} onClick={() => void answer.run(false, null)}>
              {t("cards.approve.no")}
            </Button>
          </div>
        </>
      )}
      <p className="text-sm text-muted">{t(one.isAgain ? "cards.approve.again" : "cards.approve.hint")}</p>
    </Card>
  );
}

function Asked({ one }: { one: CardApproval }) {
  const t = useT();
  const { locale } = usePage();
  const countryName = useCountryName();
  const sum = `${fiatText(locale, one.amount, one.currencyCode)} ${one.currencyCode}`;
  const isForeign = one.currencyCode !== "USD";
  return (
    <div className="grid gap-3">
      <p className="text-2xl font-bold tabular-nums">
        <bdi>{sum}</bdi>
        {isForeign && (
          <bdi className="ms-2 text-sm font-normal text-muted">{`${fiatText(locale, one.usd, "USD")} USD`}</bdi>
        )}
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        <FactRows
          rows={[
            [t("cards.merchant"), <strong key="merchant">{one.merchant}</strong>],
            [t("cards.approve.country"), countryName(one.country)],
            [
              t("cards.card"),
              <span key="card">
                {one.cardLabel} <bdi dir="ltr">•••• {one.cardLast4 ?? "••••"}</bdi>
              </span>,
            ],
          ]}
        />
      </dl>
    </div>
  );
}

type ProvingProps = {
  readonly one: CardApproval;
  readonly isBusy: boolean;
  readonly refusal: Parameters<typeof ProofField>[0]["refusal"];
  readonly clear: () => void;
  readonly onTyped: (typed: Typed) => void;
  readonly onNo: () => void;
};

function Proving({ one, isBusy, refusal, clear, onTyped, onNo }: ProvingProps) {
  const t = useT();
  const proof = useProof({ codesFor: { kind: "pay_card", id: one.id } });
  return (
    <Form className="grid max-w-md gap-4" onSubmit={() => proof.typed && onTyped(proof.typed)}>
      <ProofField proof={proof} refusal={refusal} onEdit={clear} />
      <Button type="submit" wide disabled={!proof.typed} isBusy={isBusy}>
        {t("cards.approve.yes")}
      </Button>
      <Button look="secondary" wide disabled={isBusy} onClick={onNo}>
        {t("cards.approve.no")}
      </Button>
    </Form>
  );
}
