/** The moderator's desk beside a trade in dispute: take the case, award it, with a reason. */
import { useState } from "react";
import { AWARD_REASONS } from "#contract/award-reasons.ts";
import type { TradeView } from "#contract/trades.ts";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import { PROOF_FIELDS } from "#sdk/proof-field.tsx";
import { useAction } from "#sdk/use-action.ts";
import type { Typed } from "#sdk/use-proof.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Select, TextArea } from "#ui/input.tsx";
import { DisputeReason } from "./dispute-reason.tsx";
import { ProofDialog } from "./proof-dialog.tsx";

type AwardReason = (typeof AWARD_REASONS)[number];
type Award = { readonly winner: "buyer" | "seller"; readonly reason_code: AwardReason; readonly note: string };
type Props = { trade: TradeView; take: (view: TradeView) => void; takenBy: string | null };

export function AwardPanel({ trade, take, takenBy }: Props) {
  const t = useT();
  const session = useSession();
  return (
    <div className="grid gap-3">
      <h2 className="font-semibold">{t("trade.award.title")}</h2>
      <DisputeReason dispute={trade.dispute} />
      {takenBy === null && <ClaimButton hash={trade.tradeHash} />}
      {takenBy !== null && takenBy !== session?.username && (
        <Alert kind="info">{t("trade.award.taken_by", { name: takenBy })}</Alert>
      )}
      {takenBy === session?.username && <p className="text-sm text-muted">{t("trade.award.yours")}</p>}
      {takenBy !== null && <AwardForm trade={trade} take={take} />}
    </div>
  );
}

function ClaimButton({ hash }: { hash: string }) {
  const t = useT();
  const page = usePage();
  const claim = useAction(async () => {
    const { takeDispute } = await import("#contract/disputes.ts");
    await page.call(takeDispute, { params: { id: hash } });
    location.reload();
  });
  return (
    <Button isBusy={claim.isRunning} onClick={() => void claim.run()}>
      {t("trade.award.take")}
    </Button>
  );
}

/** Also for a second moderator, who confirms a large award that the first proposed. */
function AwardForm({ trade, take }: Omit<Props, "takenBy">) {
  const t = useT();
  const page = usePage();
  const [reason, setReason] = useState<AwardReason>("payment_proven");
  const [note, setNote] = useState("");
  const [waiting, setWaiting] = useState<Award | null>(null);
  const id = trade.tradeHash;
  const award = useAction(
    async (typed: Typed) => {
      if (!waiting) return;
      const [{ prove }, { decideDispute }] = await Promise.all([
        import("#sdk/prove.ts"),
        import("#contract/disputes.ts"),
      ]);
      await prove(page, typed, { kind: "award", id, winner: waiting.winner });
      setWaiting(null);
      const { data } = await page.call(decideDispute, { params: { id }, body: waiting });
      take(data.trade);
      page.toast("success", t(data.needsSecond ? "trade.award.second" : "trade.award.done"));
    },
    { fields: ["note", ...PROOF_FIELDS] },
  );
  return (
    <div className="grid gap-3">
      <Field label={t("trade.award.reason")}>
        {(ids) => (
          <Select
            {...ids}
            value={reason}
            onChange={(event) => setReason(AWARD_REASONS.find((one) => one === event.target.value) ?? "other")}
          >
            {AWARD_REASONS.map((one) => (
              <option key={one} value={one}>
                {t(`trade.award.reasons.${one}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t("trade.award.note")} error={award.refusal?.fault("note")}>
        {(ids) => <TextArea {...ids} maxLength={1000} value={note} onChange={(event) => setNote(event.target.value)} />}
      </Field>
      <div className="flex flex-wrap gap-2">
        {(["buyer", "seller"] as const).map((winner) => (
          <Button
            key={winner}
            disabled={note.trim().length < 3}
            isBusy={award.isRunning}
            onClick={() => setWaiting({ winner, reason_code: reason, note: note.trim() })}
          >
            {t(winner === "buyer" ? "trade.award.to_buyer" : "trade.award.to_seller")}
          </Button>
        ))}
      </div>
      {waiting && <ProofDialog prove={award} onClose={() => setWaiting(null)} />}
    </div>
  );
}
