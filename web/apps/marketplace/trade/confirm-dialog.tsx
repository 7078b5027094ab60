/** The question before an act that cannot be taken back: facts to tick, a reason to give, or just the consequence. */
import { useState } from "react";
import type { DisputeReason } from "#contract/market/disputes/disputes.ts";
import type { TradeView } from "#contract/market/trades/trade/trades.ts";
import type { TradeVerb } from "#contract/market/trades/trade/verbs.ts";
import { hasLetters, trimmed } from "#contract/platform/plain-text.ts";
import { fiatText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { usePageQuery } from "#sdk/calls/queries.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/forms/checkbox.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Select, TextArea } from "#ui/forms/input.tsx";
import { CardFields } from "./requirements/card-fields.tsx";
import { isOfSide, type TradeAct, wordOfAct } from "./send-act.ts";

/** The values of the dialog's fields; an act uses its own. */
type Typed = {
  readonly minutes: 15 | 30 | 60;
  readonly reasonId: number | null;
  readonly text: string;
  readonly card: string;
};

type Props = {
  readonly trade: TradeView;
  readonly action: TradeView["actions"][number];
  /** The most of the words that open a dispute. */
  readonly disputeLetters: number;
  readonly isBusy: boolean;
  readonly onClose: () => void;
  readonly onConfirm: (act: TradeAct) => void;
};

export function ConfirmDialog({ trade, action, disputeLetters, isBusy, onClose, onConfirm }: Props) {
  const t = useT();
  const [ticks, setTicks] = useState<readonly boolean[]>([false, false, false]);
  const [input, setInput] = useState<Typed>({ minutes: 30, reasonId: null, text: "", card: "" });
  const { locale } = usePage();
  const wordOf = wordOfAct(trade, action.name);
  const isRelease = action.name === "release";
  const isDispute = action.name === "open_dispute";
  const act = actOf(action.name, input);
  const amount = `${fiatText(locale, trade.fiatAmount, trade.currency.code)} ${trade.currency.code}`;
  const ofPayment = [
    t("trade.release.looked"),
    t("trade.release.amount", { amount }),
    t("trade.release.name", { name: trade.buyer.fullName ?? trade.buyer.username }),
  ];
  const facts = trade.flow.type === "gcc-auto" ? [t("trade.release.redeemed", { amount })] : ofPayment;
  const ready = act !== null && (!isRelease || facts.every((_, place) => ticks[place]));
  return (
    <Dialog
      isOpen
      isSheet
      onClose={onClose}
      title={t.maybe(`trade.act.${wordOf}`, "")}
      closeLabel={t("trade.close")}
      footer={
        <>
          <Button look="quiet" onClick={onClose}>
            {t("trade.back")}
          </Button>
          <Button
            look={action.name === "cancel" ? "danger" : "primary"}
            disabled={!ready}
            isBusy={isBusy}
            onClick={() => act && onConfirm(act)}
          >
            {t.maybe(`trade.act.${wordOf}`, "")}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p>{t.maybe(`trade.confirm.${wordOf}_${trade.viewerRole}`, t.maybe(`trade.confirm.${wordOf}`, ""))}</p>
        {action.warning && <Alert kind="warning">{t.maybe(`trade.warning.${action.warning}`, "")}</Alert>}
        {isRelease && trade.payer && !trade.payer.isOwnName && (
          <Alert kind="danger">
            {t("given.payer_seller", { name: trade.payer.holderName })} {t("given.payer_other")}
          </Alert>
        )}
        {isRelease &&
          facts.map((fact, place) => (
            <Checkbox
              key={fact}
              checked={ticks[place] ?? false}
              onChange={(event) =>
                setTicks(ticks.map((tick, other) => (other === place ? event.target.checked : tick)))
              }
            >
              {fact}
            </Checkbox>
          ))}
        {action.name === "extend" && (
          <Field label={t("trade.extend_by")}>
            {(ids) => (
              <Select
                {...ids}
                value={String(input.minutes)}
                onChange={(event) => setInput({ ...input, minutes: Number(event.target.value) as 15 | 30 | 60 })}
              >
                {[15, 30, 60].map((minutes) => (
                  <option key={minutes} value={minutes}>
                    {t("trade.minutes", { minutes: String(minutes) })}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        {action.name === "share_gift_card" && (
          <CardFields trade={trade} card={input.card} onCard={(card) => setInput({ ...input, card })} />
        )}
        {isDispute && <DisputeFields hash={trade.tradeHash} most={disputeLetters} input={input} onInput={setInput} />}
      </div>
    </Dialog>
  );
}

const LEAST_DISPUTE_TEXT = 10;

/** null while something is missing that the act needs. */
function actOf(verb: TradeVerb, { minutes, reasonId, text, card }: Typed): TradeAct | null {
  if (!isOfSide(verb) || verb === "reveal_code") return null;
  if (verb === "share_gift_card") return card === "" ? null : { verb, card };
  if (verb === "extend") return { verb, minutes };
  if (verb !== "open_dispute") return { verb };
  return reasonId !== null && hasLetters(text, LEAST_DISPUTE_TEXT) ? { verb, reasonId, text: trimmed(text) } : null;
}

type Disputing = {
  readonly hash: string;
  /** The most letters of its words. */
  readonly most: number;
  readonly input: Typed;
  readonly onInput: (input: Typed) => void;
};

function DisputeFields({ hash, most, input, onInput }: Disputing) {
  const t = useT();
  const page = usePage();
  const { data: reasons = [] } = usePageQuery<readonly DisputeReason[]>({
    queryKey: ["dispute-reasons", hash],
    queryFn: async () => {
      const { listDisputeReasons } = await import("#contract/market/disputes/disputes.ts");
      return (await page.call(listDisputeReasons, { query: { trade: hash } })).data;
    },
  });
  return (
    <>
      <Field label={t("trade.dispute.reason")}>
        {(ids) => (
          <Select
            {...ids}
            value={String(input.reasonId ?? "")}
            onChange={(event) => onInput({ ...input, reasonId: Number(event.target.value) || null })}
          >
            <option value="">{t("trade.dispute.choose")}</option>
            {reasons.map(({ id, slug }) => (
              <option key={id} value={id}>
                {t(`disputes.reason.${slug}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t("trade.dispute.text")} hint={t("trade.dispute.hint")} aside={`${input.text.length}/${most}`}>
        {(ids) => (
          <TextArea
            {...ids}
            maxLength={most}
            value={input.text}
            onChange={(event) => onInput({ ...input, text: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}
