/** The demo's desk of the card issuer: the user's open disputes, and the answers to them. */
import { useState } from "react";
import { DISPUTE_ANSWERS, type DisputeAnswer } from "#contract/products/cards/names.ts";
import type { CardAccount, CardDispute } from "#contract/products/cards/cards.ts";
import { fiatText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { usePageQuery } from "#sdk/calls/queries.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { AmountInput } from "#sdk/number-input.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Select } from "#ui/forms/input.tsx";

const LOOK_AGAIN_MS = 5000;

export function IssuerDesk() {
  const t = useT();
  const page = usePage();
  const account = usePageQuery<CardAccount>({
    queryKey: ["card-account"],
    refetchInterval: LOOK_AGAIN_MS,
    queryFn: async () => {
      const { getCardAccount } = await import("#contract/products/cards/cards.ts");
      return (await page.call(getCardAccount, {})).data;
    },
  });
  const open = (account.data?.payments ?? []).flatMap(({ merchant, takings }) =>
    takings.flatMap(({ dispute }) =>
      dispute !== null && dispute.endedAt === null ? [{ merchant: merchant ?? t("cards.unnamed"), dispute }] : [],
    ),
  );
  if (!account.data) return null;
  return (
    <section className="grid gap-3" aria-labelledby="issuer-desk">
      <h2 id="issuer-desk" className="text-lg font-semibold">
        {t("cards.desk.title")}
      </h2>
      <p className="max-w-2xl text-sm text-muted">{t(open.length === 0 ? "cards.desk.none" : "cards.desk.lead")}</p>
      <ul className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-2">
        {open.map((one) => (
          <li key={one.dispute.id}>
            <Answer {...one} onDone={() => void account.refetch()} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type Props = { readonly merchant: string; readonly dispute: CardDispute; readonly onDone: () => void };

function Answer({ merchant, dispute, onDone }: Props) {
  const t = useT();
  const page = usePage();
  const [answer, setAnswer] = useState<DisputeAnswer>("dispute_won");
  const [usd, setUsd] = useState(dispute.usd);
  const send = useAction(
    async () => {
      const { answerAtTerminal } = await import("#contract/products/cards/terminal.ts");
      const body = { dispute_id: dispute.id, answer, usd: answer === "dispute_lost" ? dispute.usd : usd };
      await page.call(answerAtTerminal, { body });
      page.toast("success", t("cards.terminal.sent"));
      onDone();
    },
    { fields: ["usd"] },
  );
  return (
    <Card className="p-5">
      <Form className="grid gap-4" onSubmit={() => void send.run()}>
        <div className="grid gap-1 text-sm">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            <bdi>{merchant}</bdi>
            <bdi className="tabular-nums">{fiatText(page.locale, dispute.usd, "USD")} USD</bdi>
            <Badge tone="info">{t(`cards.dispute.status.${dispute.status}`)}</Badge>
          </p>
          <p className="text-muted">{t(`cards.dispute.reasons.${dispute.reason}`)}</p>
          <p dir="auto" className="rounded-lg bg-sunken p-3 [overflow-wrap:anywhere] whitespace-pre-line">
            {dispute.evidence}
          </p>
        </div>
        <Field label={t("cards.desk.answer")}>
          {(ids) => (
            <Select
              {...ids}
              value={answer}
              onChange={(event) =>
                setAnswer(DISPUTE_ANSWERS.find((one) => one === event.target.value) ?? "dispute_won")
              }
            >
              {DISPUTE_ANSWERS.map((one) => (
                <option key={one} value={one}>
                  {t(`cards.desk.${one}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {answer !== "dispute_lost" && (
          <Field label={t("cards.terminal.usd")} error={send.refusal?.fault("usd")}>
            {(ids) => <AmountInput {...ids} unit="USD" value={usd} onValue={setUsd} required />}
          </Field>
        )}
        <Button type="submit" look="secondary" wide isBusy={send.isRunning}>
          {t("cards.desk.send")}
        </Button>
      </Form>
    </Card>
  );
}
