/** The moderator's desk beside a trade in dispute: take the case, award it or divide it, with a reason. */
import { useState } from "react";
import { AWARD_REASONS } from "#contract/market/disputes/award-reasons.ts";
import type { TradeView } from "#contract/market/trades/trade/trades.ts";
import { hasLetters, trimmed } from "#contract/platform/plain-text.ts";
import { type Award, divided, sendAward, SHARE_FIELD } from "#widgets/award-call.ts";
import { CaseReason } from "#widgets/case-reason.tsx";
import { DivideField } from "#widgets/divide-field.tsx";
import { cryptoText, fiatText, isolated } from "#sdk/words/money.ts";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import { PROOF_FIELDS } from "#widgets/proof-field.tsx";
import type { Divisible } from "#sdk/live/read-share.ts";
import { useAction } from "#sdk/state/use-action.ts";
import type { Typed } from "#sdk/calls/use-proof.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { FactRows } from "#ui/fact-rows.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Select, TextArea } from "#ui/forms/input.tsx";
import { RadioCards } from "#ui/forms/radio-cards.tsx";
import { useCaseTexts } from "./use-case-texts.ts";
import { ProofDialog } from "../requirements/proof-dialog.tsx";

type AwardReason = (typeof AWARD_REASONS)[number];
type Props = { trade: TradeView; take: (view: TradeView) => void; takenBy: string | null };

export function AwardPanel({ trade, take, takenBy }: Props) {
  const t = useT();
  const session = useSession();
  const texts = useCaseTexts();
  return (
    <Card className="grid gap-3 p-5">
      <h2 className="font-semibold">{t("trade.award.title")}</h2>
      {takenBy === null && texts.isThere && <ClaimButton hash={trade.tradeHash} />}
      {takenBy !== null && takenBy !== session?.username && (
        <Alert kind="info">{t("trade.award.taken_by", { name: takenBy })}</Alert>
      )}
      {takenBy === session?.username && <p className="text-sm text-muted">{t("trade.award.yours")}</p>}
      {texts.isError && <Alert kind="danger">{t("shell.error.generic")}</Alert>}
      {takenBy !== null && texts.isThere && <AwardForm trade={trade} take={take} />}
    </Card>
  );
}

function ClaimButton({ hash }: { hash: string }) {
  const t = useT();
  const page = usePage();
  const [isAsking, setAsking] = useState(false);
  const claim = async (reason: string) => {
    const { takeDispute } = await import("#contract/market/disputes/disputes.ts");
    await page.call(takeDispute, { params: { id: hash }, body: { reason } });
    location.reload();
  };
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t("trade.award.take")}</Button>
      {isAsking && <CaseReason onOpen={claim} onClose={() => setAsking(false)} />}
    </>
  );
}

/** Also for a second moderator, who confirms a large award that the first proposed. Nothing is chosen beforehand. */
function AwardForm({ trade, take }: Omit<Props, "takenBy">) {
  const t = useT();
  const page = usePage();
  const [choice, setChoice] = useState<Choice | null>(null);
  const [share, setShare] = useState("");
  const [reason, setReason] = useState<AwardReason | "">("");
  const [note, setNote] = useState("");
  const [waiting, setWaiting] = useState<Award | null>(null);
  const award = useAction(
    async (typed: Typed) => {
      if (!waiting) return;
      const decided = await sendAward(page, typed, { id: trade.tradeHash, award: waiting });
      setWaiting(null);
      take(decided.trade);
      page.toast("success", t(decided.needsSecond ? "room.award.second" : "room.award.done"));
    },
    { fields: ["note", SHARE_FIELD, ...PROOF_FIELDS] },
  );
  const escrow = divisible(trade);
  const to = choice === "both" ? divided(share, escrow) : choice && { winner: choice };
  const isReady = to !== null && reason !== "" && hasLetters(note, 3);
  return (
    <div className="grid gap-4">
      <RadioCards
        legend={t("room.award.winner")}
        name="winner"
        columns={3}
        value={choice}
        onChange={setChoice}
        cards={[
          { value: "buyer", title: t("room.award.buyer"), text: trade.buyer.username },
          { value: "seller", title: t("room.award.seller"), text: trade.seller.username },
          { value: "both", title: t("room.award.both"), text: t("room.award.both_text") },
        ]}
      />
      {choice === "both" && (
        <DivideField escrow={escrow} value={share} onValue={setShare} fault={award.refusal?.fault(SHARE_FIELD)} />
      )}
      <Field label={t("room.award.reason")}>
        {(ids) => (
          <Select
            {...ids}
            value={reason}
            onChange={(event) => setReason(AWARD_REASONS.find((one) => one === event.target.value) ?? "")}
          >
            <option value="">{t("room.award.reason_choose")}</option>
            {AWARD_REASONS.map((one) => (
              <option key={one} value={one}>
                {t(`room.award.reasons.${one}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t("room.award.note")} hint={t("room.award.note_hint")} error={award.refusal?.fault("note")}>
        {(ids) => <TextArea {...ids} maxLength={1000} value={note} onChange={(event) => setNote(event.target.value)} />}
      </Field>
      {choice !== null && choice !== "both" && <Preview trade={trade} winner={choice} />}
      <Button
        className="justify-self-start"
        disabled={!isReady}
        isBusy={award.isRunning}
        onClick={() => to && reason && setWaiting({ ...to, reason_code: reason, note: trimmed(note) })}
      >
        {t(`room.award.to_${choice ?? "nobody"}`)}
      </Button>
      {waiting && <ProofDialog prove={award} onClose={() => setWaiting(null)} />}
    </div>
  );
}

type Choice = "buyer" | "seller" | "both";

/** What the award moves; of a divided one the field of the share says it. */
function Preview({ trade, winner }: { trade: TradeView; winner: "buyer" | "seller" }) {
  const t = useT();
  const { locale } = usePage();
  const { cryptoAmount, cryptoCurrencyCode: code, currency } = trade;
  const coins = (amount: string) => `${cryptoText(locale, amount, code)} ${code}`;
  const worth = isolated(`${fiatText(locale, trade.fiatAmount, currency.code)} ${currency.code}`);
  const about = t("disputes.divide.about", { amount: worth });
  const isBuyer = winner === "buyer";
  const rows: [string, string][] = [
    [t("disputes.divide.buyer"), isBuyer ? `${coins(cryptoAmount.amount)} · ${about}` : coins("0")],
    [t("disputes.divide.seller"), isBuyer ? coins("0") : coins(cryptoAmount.escrow)],
    [t("disputes.divide.fee"), isBuyer ? coins(cryptoAmount.fee) : coins("0")],
  ];
  const name = isolated(trade[winner].username);
  return (
    <section className="grid gap-2 rounded-lg bg-sunken p-4 text-sm" aria-live="polite">
      <h3 className="font-semibold">{t(isBuyer ? "room.award.wins_buyer" : "room.award.wins_seller", { name })}</h3>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
        <FactRows rows={rows} />
      </dl>
      <p className="text-xs text-muted">{t("room.award.final")}</p>
    </section>
  );
}

function divisible(trade: TradeView): Divisible {
  return {
    cryptoCurrencyCode: trade.cryptoCurrencyCode,
    amount: trade.cryptoAmount.amount,
    fee: trade.cryptoAmount.fee,
    price: trade.fiatPricePerCrypto,
    fiatCode: trade.currency.code,
    fiatDigits: trade.currency.digits,
  };
}
