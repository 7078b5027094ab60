/** Which card of one's own pays: those of the vault that are exactly of this trade's kind, currency and amount. */
import { useEffect, useEffectEvent } from "react";
import type { GiftCard } from "#contract/market/trades/gift-cards.ts";
import type { TradeView } from "#contract/market/trades/trade/trades.ts";
import { fiatText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { usePageQuery } from "#sdk/calls/queries.ts";
import { Alert } from "#ui/alert.tsx";
import { LinkButton } from "#ui/button.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Select } from "#ui/forms/input.tsx";

type Props = { readonly trade: TradeView; readonly card: string; readonly onCard: (card: string) => void };

export function CardFields({ trade, card, onCard }: Props) {
  const t = useT();
  const page = usePage();
  const { data: cards } = usePageQuery<readonly GiftCard[]>({
    queryKey: ["gift-cards", trade.tradeHash],
    queryFn: async () => {
      const { listGiftCards } = await import("#contract/market/trades/gift-cards.ts");
      const query = {
        payment_method: trade.paymentMethod.slug,
        fiat_currency_code: trade.currency.code,
        fiat_amount: trade.fiatAmount,
        offer: trade.offer.hash,
      };
      return (await page.call(listGiftCards, { query })).data;
    },
  });
  const amount = `${fiatText(page.locale, trade.fiatAmount, trade.currency.code)} ${trade.currency.code}`;
  // The list shows the value that will be sent.
  const first = cards?.[0]?.id;
  const chooseFirst = useEffectEvent((id: string) => {
    if (card === "") onCard(id);
  });
  useEffect(() => {
    if (first !== undefined) chooseFirst(first);
  }, [first]);
  if (cards?.length === 0)
    return (
      <Alert
        kind="warning"
        action={
          <LinkButton size="sm" href={page.href("giftCards", undefined)}>
            {t("trade.card.vault")}
          </LinkButton>
        }
      >
        {t("trade.card.none", { method: trade.paymentMethod.name.localized, amount })}
      </Alert>
    );
  return (
    <Field label={t("trade.card.choose")}>
      {(ids) => (
        <Select {...ids} value={card} onChange={(event) => onCard(event.target.value)}>
          {(cards ?? []).map(({ id, kind, paymentMethod, addedAt }) => (
            <option key={id} value={id}>
              {paymentMethod.name} · {amount} · {t(`trade.card.kind.${kind}`)} · {addedAt.slice(0, 10)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
