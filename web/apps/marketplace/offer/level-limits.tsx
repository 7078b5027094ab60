/** What the levels of the reader and of the owner leave for this trade: before anything is typed, and against what is. */
import { unitsFromDisplay } from "#contract/money.ts";
import type { TradeLimits } from "#contract/levels.ts";
import type { OfferView } from "#contract/offers.ts";
import { fiatText } from "#sdk/money.ts";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import { usePageQuery } from "#sdk/queries.ts";
import { Alert } from "#ui/alert.tsx";

/** Undefined until it is known, and for visitors. */
export function useTradeLimits(offer: OfferView): TradeLimits | undefined {
  const page = usePage();
  const session = useSession();
  const { data } = usePageQuery<TradeLimits>({
    queryKey: ["trade-limits", offer.hash],
    enabled: session !== null && !offer.isMine,
    queryFn: async () => {
      const { getTradeLimits } = await import("#contract/levels.ts");
      return (await page.call(getTradeLimits, { params: { id: offer.hash } })).data;
    },
  });
  return data;
}

/** Which side's level is against this sum; null where none is, or nothing is typed that could be compared. */
export function levelFault(offer: OfferView, limits: TradeLimits | undefined, fiat: string): "own" | "owner" | null {
  const { digits } = offer.fiatCurrency;
  if (!limits || !isAmount(fiat, digits)) return null;
  const units = unitsFromDisplay(fiat, digits);
  const isAbove = (most: string | null) => most !== null && units > unitsFromDisplay(most, digits);
  if (isAbove(limits.ownMax)) return "own";
  return isAbove(limits.ownerMax) ? "owner" : null;
}

function isAmount(text: string, digits: number): boolean {
  const [whole = "", fraction = ""] = text.split(".");
  return /^\d{1,15}$/.test(whole) && /^\d*$/.test(fraction) && fraction.length <= digits;
}

type Props = {
  readonly offer: OfferView;
  readonly limits: TradeLimits | undefined;
  readonly fault: "own" | "owner" | null;
};

export function LevelLimits({ offer, limits, fault }: Props) {
  const page = usePage();
  const t = useT();
  if (!limits || (limits.ownMax === null && fault !== "owner")) return null;
  const sum = (most: string | null) => `${fiatText(page.locale, most ?? "0")} ${offer.fiatCurrencyCode}`;
  if (fault === "owner")
    return (
      <Alert kind="warning" size="sm">
        {t("offer.level.owner", { most: sum(limits.ownerMax) })}
      </Alert>
    );
  return (
    <Alert
      kind={fault === "own" ? "warning" : "light"}
      size="sm"
      action={
        <a href={page.href("accountLevel", undefined)} className="font-semibold underline">
          {t("offer.level.raise")}
        </a>
      }
    >
      {t("offer.level.own", { level: limits.level, most: sum(limits.ownMax) })}
    </Alert>
  );
}
