/** One message: words, a file or the card of a special offer, with warnings about what the other side wrote. */
import type { DirectMessage } from "#contract/reach/messenger/messenger.ts";
import { fiatText, isolated, priceText } from "#sdk/words/money.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Alert } from "#ui/alert.tsx";
import { LinkButton } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { FactRows } from "#ui/fact-rows.tsx";
import { Icon } from "#ui/icon.tsx";
import { alertTriangle, check } from "#ui/icons/shapes.ts";

type Props = { readonly message: DirectMessage; readonly other: string; readonly isRead: boolean };

export function MessageLine({ message, other, isRead }: Props) {
  const t = useT();
  const { isMine, text, attachment, offer, warnings } = message;
  return (
    <li className={cx("grid max-w-[85%] gap-1", isMine ? "ms-auto justify-items-end" : "me-auto justify-items-start")}>
      {offer ? (
        <OfferCard offer={offer} isMine={isMine} other={other} />
      ) : (
        <div
          className={cx(
            "rounded-2xl px-3.5 py-2 text-sm whitespace-pre-wrap [overflow-wrap:anywhere]",
            isMine ? "bg-brand text-on-brand" : "bg-sunken text-ink",
          )}
          dir="auto"
        >
          {attachment && (
            <a href={attachment.url} target="_blank" rel="noopener noreferrer" className="mb-1 block underline">
              {attachment.thumbnailUrl ? (
                <img src={attachment.thumbnailUrl} alt={attachment.name} className="max-h-56 rounded-lg" />
              ) : (
                <bdi>{attachment.name}</bdi>
              )}
            </a>
          )}
          {text}
        </div>
      )}
      {warnings.map((warning) => (
        <span key={warning} className="flex items-center gap-1 text-2xs font-medium text-warn">
          <Icon shape={alertTriangle} size={12} />
          {t(`messenger.warning.${warning}`)}
        </span>
      ))}
      <span className="flex items-center gap-1 text-2xs text-muted">
        <LocalTime at={message.at} />
        {isMine && isRead && <Icon shape={check} size={12} label={t("messenger.thread.read")} />}
      </span>
    </li>
  );
}

type CardProps = {
  readonly offer: NonNullable<DirectMessage["offer"]>;
  readonly isMine: boolean;
  readonly other: string;
};

/** The offer is of its author: they sell or buy. */
function OfferCard({ offer, isMine, other }: CardProps) {
  const page = usePage();
  const t = useT();
  const { cryptoCurrencyCode: crypto, fiatCurrencyCode: fiat, type } = offer;
  const amount = (value: string) => `${fiatText(page.locale, value, fiat)} ${fiat}`;
  return (
    <div className="grid gap-3 rounded-2xl border border-line bg-raised p-4 text-sm">
      <strong>
        {t(isMine ? `messenger.card.mine_${type}` : `messenger.card.${type}`, { name: isolated(other), crypto })}
      </strong>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <FactRows
          rows={[
            [t("messenger.card.price", { crypto }), `${priceText(page.locale, offer.price, fiat)} ${fiat}`],
            [t("messenger.card.amount"), `${amount(offer.min)} – ${amount(offer.max)}`],
            [t("messenger.card.method"), offer.paymentMethod],
            [t("messenger.card.until"), <LocalTime key="until" at={offer.until} />],
          ]}
        />
      </dl>
      {offer.isOver ? (
        <Alert kind="light" size="sm">
          {t("messenger.card.over")}
        </Alert>
      ) : (
        <LinkButton size="sm" href={page.href("viewOffer", { hash: offer.hash })}>
          {t("messenger.card.open")}
        </LinkButton>
      )}
    </div>
  );
}
