/** Where the other side is, by country, and whether both come from one address: worth a look before money moves. */
import type { TradeView } from "#contract/market/trades/trade/trades.ts";
import { useT } from "#sdk/page-kit.ts";
import { Alert } from "#ui/alert.tsx";

export function OtherSide({ trade }: { trade: TradeView }) {
  const t = useT();
  const { viewerRole, buyer, seller } = trade;
  const people = viewerRole === "moderator" ? [buyer, seller] : [viewerRole === "buyer" ? seller : buyer];
  const places = people.flatMap(({ username, ipLocation }) => (ipLocation ? [{ username, ipLocation }] : []));
  return (
    <>
      {places.map(({ username, ipLocation }) => (
        <p key={username} className="text-sm text-muted">
          {t("trade.place.seen", { name: username, country: ipLocation.localizedName })}
        </p>
      ))}
      {trade.isOpponentsSameIp && (
        <Alert kind="warning" size="sm">
          {t("trade.place.same_address")}
        </Alert>
      )}
    </>
  );
}
