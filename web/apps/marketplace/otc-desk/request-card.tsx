/** One request of the reader: its state, and the quote with the time for which it is valid. */
import type { OtcQuote, OtcRequest } from "#contract/market/otc/otc.ts";
import { isOtcLive, type OtcStatus } from "#contract/market/otc/names.ts";
import { amountText, marginText, priceText } from "#sdk/words/money.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { useNow } from "#sdk/state/use-now.ts";
import { PriceValid } from "#widgets/price-valid.tsx";
import { Badge, type Tone } from "#ui/badge.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { FactRows } from "#ui/fact-rows.tsx";

type Props = { readonly request: OtcRequest; readonly onDone: () => void };

const TONES: Readonly<Record<OtcStatus, Tone>> = {
  open: "info",
  asked: "info",
  quoted: "brand",
  accepted: "good",
  cancelled: "neutral",
  closed: "warn",
  expired: "neutral",
};

export function RequestCard({ request, onDone }: Props) {
  const t = useT();
  const page = usePage();
  const { quote } = request;
  const cancel = useAction(async (id: string) => {
    const { cancelOtcRequest } = await import("#contract/market/otc/otc.ts");
    await page.call(cancelOtcRequest, { params: { id }, body: {} });
    onDone();
    page.toast("success", t("otc.own.cancelled"));
  });
  const amount = amountText(page.locale, `${request.amount} ${request.fiatCurrencyCode}`);
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4 p-5" aria-label={request.id}>
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">
          <bdi>{t(`otc.own.${request.type}`, { crypto: request.cryptoCurrencyCode, amount })}</bdi>
        </h3>
        <Badge tone={TONES[request.status]}>{t(`otc.status.${request.status}`)}</Badge>
      </header>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">
        <FactRows
          rows={[
            [t("otc.own.by"), request.paymentMethods.map(({ name }) => name).join(" · ")],
            [t("otc.own.asked_at"), <LocalTime key="at" at={request.askedAt} />],
          ]}
        />
      </dl>
      {request.note && (
        <p className="text-sm [overflow-wrap:anywhere]">
          <span className="text-muted">{t("otc.own.note")}: </span>
          <bdi className="whitespace-pre-line">{request.note}</bdi>
        </p>
      )}
      {request.why && (
        <p className="rounded-lg bg-warn-soft p-3 text-sm [overflow-wrap:anywhere]">
          <span className="font-semibold">{t("otc.own.why")}: </span>
          <bdi>{request.why}</bdi>
        </p>
      )}
      {quote && (quote.status === "agreed" || quote.status === "accepted") && (
        <QuoteBox quote={quote} onDone={onDone} />
      )}
      {isOtcLive(request.status) && (
        <Button
          look="quiet"
          size="sm"
          className="justify-self-start"
          isBusy={cancel.isRunning}
          onClick={() => void cancel.run(request.id)}
        >
          {t("otc.own.cancel")}
        </Button>
      )}
    </Card>
  );
}

function QuoteBox({ quote, onDone }: { quote: OtcQuote; onDone: Props["onDone"] }) {
  const t = useT();
  const page = usePage();
  const { locale } = page;
  const nowMs = useNow(1000);
  const accept = useAction(async (id: string) => {
    const { acceptOtcQuote } = await import("#contract/market/otc/otc.ts");
    const { data } = await page.call(acceptOtcQuote, { params: { id }, body: {} });
    await page.go("viewOffer", { hash: data.offer });
  });
  const decline = useAction(async (id: string) => {
    const { declineOtcQuote } = await import("#contract/market/otc/otc.ts");
    await page.call(declineOtcQuote, { params: { id }, body: {} });
    onDone();
    page.toast("success", t("otc.quote.declined"));
  });
  const isOffered = quote.status === "agreed";
  const isGood = isOffered && Date.parse(quote.expiresAt) > nowMs;
  const money = amountText(locale, `${quote.amount} ${quote.fiatCurrencyCode}`);
  const coins = amountText(locale, `${quote.coins} ${quote.cryptoCurrencyCode}`);
  const [gives, gets] = quote.type === "buy" ? [money, coins] : [coins, money];
  return (
    <div className="grid gap-4 rounded-lg bg-sunken p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h4 className="font-semibold">{t("otc.quote.title")}</h4>
        {isOffered && (
          <PriceValid
            {...{ createdAt: quote.madeAt, expiresAt: quote.expiresAt, nowMs }}
            label={t("otc.quote.valid")}
            spoken={(left) => t("otc.quote.valid_spoken", { left })}
            expired={t("otc.quote.expired")}
          />
        )}
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">
        <FactRows
          rows={[
            [
              t("otc.quote.price", { crypto: quote.cryptoCurrencyCode }),
              <strong key="price">{`${priceText(locale, quote.price, quote.fiatCurrencyCode)} ${quote.fiatCurrencyCode}`}</strong>,
            ],
            ...(quote.margin === null ? [] : ([[t("otc.quote.over"), marginText(locale, quote.margin)]] as const)),
            [t("otc.quote.you_give"), gives],
            [t("otc.quote.you_get"), gets],
            [t("otc.quote.method"), quote.paymentMethod.name],
            [
              t("otc.quote.trader"),
              <a key="trader" className="underline" href={page.href("user", { username: quote.trader })}>
                {quote.trader}
              </a>,
            ],
          ]}
        />
      </dl>
      {isGood && (
        <>
          <p className="text-xs text-muted">{t("otc.quote.accept_note")}</p>
          <div className="flex flex-wrap gap-2">
            <Button className="grow" isBusy={accept.isRunning} onClick={() => void accept.run(quote.id)}>
              {t("otc.quote.accept")}
            </Button>
            <Button look="secondary" isBusy={decline.isRunning} onClick={() => void decline.run(quote.id)}>
              {t("otc.quote.decline")}
            </Button>
          </div>
        </>
      )}
      {!isOffered &&
        (quote.offer ? (
          <LinkButton href={page.href("viewOffer", { hash: quote.offer })}>{t("otc.quote.open")}</LinkButton>
        ) : (
          <p className="text-sm text-muted">{t("otc.quote.ended")}</p>
        ))}
    </div>
  );
}
