/** The moderator's desk beside a trade in dispute: take the case, award it or divide it, with a reason. */
import { useState } from "react";
import { AWARD_REASONS } from "#contract/market/disputes/award-reasons.ts";
import type { TradeView } from "#contract/market/trades/trades.ts";
import { hasLetters, trimmed } from "#contract/platform/plain-text.ts";
import { type Award, type AwardTo, divided, sendAward, SHARE_FIELD } from "#widgets/award-call.ts";
import { CaseReason } from "#widgets/case-reason.tsx";
import { DivideField } from "#widgets/divide-field.tsx";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import { usePageQuery } from "#sdk/calls/queries.ts";
import { loadTexts } from "#sdk/words/late-texts.ts";
import { PROOF_FIELDS } from "#widgets/proof-field.tsx";
import type { Divisible } from "#sdk/live/read-share.ts";
import { useAction } from "#sdk/state/use-action.ts";
import type { Typed } from "#sdk/calls/use-proof.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Select, TextArea } from "#ui/forms/input.tsx";
import { DisputeReason } from "./dispute-reason.tsx";
import { ProofDialog } from "../requirements/proof-dialog.tsx";

type AwardReason = (typeof AWARD_REASONS)[number];
type Props = { trade: TradeView; take: (view: TradeView) => void; takenBy: string | null };

export function AwardPanel({ trade, take, takenBy }: Props) {
  const t = useT();
  const page = usePage();
  const session = useSession();
  // With the texts of the case, which no other screen needs.
  const texts = usePageQuery({
    queryKey: ["texts", "room"],
    queryFn: async () => {
      await Promise.all([loadTexts(page, "room"), loadTexts(page, "disputes")]);
      return true;
    },
  });
  return (
    <Card className="grid gap-3 p-5">
      <h2 className="font-semibold">{t("trade.award.title")}</h2>
      <DisputeReason dispute={trade.dispute} />
      {takenBy === null && texts.data && <ClaimButton hash={trade.tradeHash} />}
      {takenBy !== null && takenBy !== session?.username && (
        <Alert kind="info">{t("trade.award.taken_by", { name: takenBy })}</Alert>
      )}
      {takenBy === session?.username && <p className="text-sm text-muted">{t("trade.award.yours")}</p>}
      {texts.isError && <Alert kind="danger">{t("shell.error.generic")}</Alert>}
      {takenBy !== null && texts.data && <AwardForm trade={trade} take={take} />}
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

/** Also for a second moderator, who confirms a large award that the first proposed. */
function AwardForm({ trade, take }: Omit<Props, "takenBy">) {
  const t = useT();
  const page = usePage();
  const [reason, setReason] = useState<AwardReason>("payment_proven");
  const [note, setNote] = useState("");
  const [waiting, setWaiting] = useState<Award | null>(null);
  const [isDividing, setDividing] = useState(false);
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
  const isNoted = hasLetters(note, 3);
  const ask = (to: AwardTo) => setWaiting({ ...to, reason_code: reason, note: trimmed(note) });
  return (
    <div className="grid gap-3">
      <Field label={t("room.award.reason")}>
        {(ids) => (
          <Select
            {...ids}
            value={reason}
            onChange={(event) => setReason(AWARD_REASONS.find((one) => one === event.target.value) ?? "other")}
          >
            {AWARD_REASONS.map((one) => (
              <option key={one} value={one}>
                {t(`room.award.reasons.${one}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t("room.award.note")} error={award.refusal?.fault("note")}>
        {(ids) => <TextArea {...ids} maxLength={1000} value={note} onChange={(event) => setNote(event.target.value)} />}
      </Field>
      {isDividing ? (
        <DivideForm
          trade={trade}
          fault={award.refusal?.fault(SHARE_FIELD)}
          isOpen={isNoted}
          isBusy={award.isRunning}
          onAsk={ask}
          onBack={() => setDividing(false)}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          {(["buyer", "seller"] as const).map((winner) => (
            <Button key={winner} disabled={!isNoted} isBusy={award.isRunning} onClick={() => ask({ winner })}>
              {t(winner === "buyer" ? "room.award.to_buyer" : "room.award.to_seller")}
            </Button>
          ))}
          <Button look="secondary" onClick={() => setDividing(true)}>
            {t("room.award.divide")}
          </Button>
        </div>
      )}
      {waiting && <ProofDialog prove={award} onClose={() => setWaiting(null)} />}
    </div>
  );
}

type DivideProps = {
  trade: TradeView;
  fault: string | undefined;
  /** The rest of the decision is there. */
  isOpen: boolean;
  isBusy: boolean;
  onAsk: (to: AwardTo) => void;
  onBack: () => void;
};

function DivideForm({ trade, fault, isOpen, isBusy, onAsk, onBack }: DivideProps) {
  const t = useT();
  const [share, setShare] = useState("");
  const escrow = divisible(trade);
  const to = divided(share, escrow);
  return (
    <div className="grid gap-3">
      <DivideField escrow={escrow} value={share} onValue={setShare} fault={fault} />
      <div className="flex flex-wrap gap-2">
        <Button disabled={!isOpen || to === null} isBusy={isBusy} onClick={() => to && onAsk(to)}>
          {t("room.award.divide_do")}
        </Button>
        <Button look="quiet" onClick={onBack}>
          {t("room.award.back")}
        </Button>
      </div>
    </div>
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
