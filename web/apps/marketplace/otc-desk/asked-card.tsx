/** A price that the reader is asked to agree to as a trader, with the words of the offer it would be. */
import { useState } from "react";
import type { OtcAsked } from "#contract/market/otc/otc.ts";
import type { OtcQuoteStatus } from "#contract/market/otc/names.ts";
import { OFFER_LIMITS } from "#contract/market/offers/offer-fields.ts";
import { hasLetters, trimmed } from "#contract/platform/plain-text.ts";
import { amountText, marginText, priceText } from "#sdk/words/money.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Badge, type Tone } from "#ui/badge.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { FactRows } from "#ui/fact-rows.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { TextArea } from "#ui/forms/input.tsx";

type Props = { readonly asked: OtcAsked; readonly onDone: () => void };

const TONES: Readonly<Record<OtcQuoteStatus, Tone>> = {
  asked: "warn",
  agreed: "info",
  accepted: "good",
  declined: "neutral",
  refused: "neutral",
  expired: "neutral",
  withdrawn: "neutral",
};

export function AskedCard({ asked, onDone }: Props) {
  const t = useT();
  const page = usePage();
  const { locale } = page;
  const amount = amountText(locale, `${asked.amount} ${asked.fiatCurrencyCode}`);
  const coins = amountText(locale, `${asked.coins} ${asked.cryptoCurrencyCode}`);
  const price = `${priceText(locale, asked.price, asked.fiatCurrencyCode)} ${asked.fiatCurrencyCode}`;
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4 p-5" aria-label={asked.id}>
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">
          <bdi>{t(`otc.trader.${asked.type}`, { coins, amount })}</bdi>
        </h3>
        <Badge tone={TONES[asked.status]}>{t(`otc.quote_status.${asked.status}`)}</Badge>
      </header>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">
        <FactRows
          rows={[
            [t("otc.trader.price"), <strong key="price">{price}</strong>],
            ...(asked.margin === null ? [] : ([[t("otc.quote.over"), marginText(locale, asked.margin)]] as const)),
            [t("otc.quote.method"), asked.paymentMethod.name],
            ...(asked.status === "asked"
              ? ([
                  [t("otc.trader.bound"), t("otc.trader.minutes", { count: asked.minutes })],
                  [t("otc.trader.answer_by"), <LocalTime key="by" at={asked.answerBy} />],
                ] as const)
              : []),
          ]}
        />
      </dl>
      {asked.note && (
        <p className="text-sm [overflow-wrap:anywhere]">
          <span className="text-muted">{t("otc.trader.note")}: </span>
          <bdi className="whitespace-pre-line">{asked.note}</bdi>
        </p>
      )}
      {asked.status === "asked" && <AnswerForm asked={asked} onDone={onDone} />}
      {asked.offer && (
        <LinkButton
          look="secondary"
          size="sm"
          className="justify-self-start"
          href={page.href("viewOffer", { hash: asked.offer })}
        >
          {t("otc.trader.open")}
        </LinkButton>
      )}
    </Card>
  );
}

function AnswerForm({ asked, onDone }: Props) {
  const t = useT();
  const page = usePage();
  const [terms, setTerms] = useState("");
  const [details, setDetails] = useState("");
  const answer = useAction(
    async (agree: boolean, offerTerms: string, tradeDetails: string) => {
      const { answerOtcQuote } = await import("#contract/market/otc/otc.ts");
      const words = agree ? { offer_terms: offerTerms, trade_details: tradeDetails } : {};
      await page.call(answerOtcQuote, { params: { id: asked.id }, body: { agree, ...words } });
      onDone();
      page.toast("success", t(agree ? "otc.trader.agreed" : "otc.trader.refused"));
    },
    { fields: ["offer_terms", "trade_details"] },
  );
  const isReady = !asked.needsDetails || hasLetters(details, 1);
  return (
    <Form
      className="grid gap-4 border-t border-line pt-4"
      onSubmit={() => isReady && void answer.run(true, trimmed(terms), trimmed(details))}
    >
      <Field
        label={t("otc.trader.details")}
        hint={t("otc.trader.details_hint")}
        error={answer.refusal?.fault("trade_details")}
      >
        {(ids) => (
          <TextArea
            {...ids}
            rows={2}
            maxLength={OFFER_LIMITS.tradeDetailsMax}
            value={details}
            onChange={(event) => setDetails(event.target.value)}
          />
        )}
      </Field>
      <Field
        label={t("otc.trader.terms")}
        hint={t("otc.trader.terms_hint")}
        error={answer.refusal?.fault("offer_terms")}
      >
        {(ids) => (
          <TextArea
            {...ids}
            rows={2}
            maxLength={OFFER_LIMITS.termsMax}
            value={terms}
            onChange={(event) => setTerms(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={!isReady} isBusy={answer.isRunning}>
          {t("otc.trader.agree")}
        </Button>
        <Button look="secondary" isBusy={answer.isRunning} onClick={() => void answer.run(false, "", "")}>
          {t("otc.trader.refuse")}
        </Button>
      </div>
    </Form>
  );
}
