/** Why a trade did not start: with a heading for the limits of the reader's level, and where they are raised. */
import { startLimitKind } from "#contract/market/trades/start-limits.ts";
import { wayOutOf } from "#contract/compliance/ways-out.ts";
import type { Declined } from "#sdk/declined.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Notice } from "#widgets/notice.tsx";
import { WayOut } from "../way-out.tsx";

/** Limits that the reader can raise, or wait for: they ask for attention. Anything else is an error. */
const LIMITS = [
  "max_per_trade_limit",
  "max_2_active_trades_id_not_verified",
  "reached_daily_compliance_limit",
] as const;

export function StartAlert({ refusal, back }: { refusal: Declined; back: string }) {
  const page = usePage();
  const t = useT();
  const type = LIMITS.find((code) => code === refusal.code) ?? "default";
  return (
    <Notice
      kind={type === "default" ? "error" : "alert"}
      title={t(`offer.alert.${type}`)}
      action={
        startLimitKind(refusal.code) === "KycTradeLimit" ? (
          <a href={page.href("accountLevel", undefined)} className="font-semibold underline">
            {t("offer.level.raise")}
          </a>
        ) : (
          wayOutOf(refusal.code) && <WayOut code={refusal.code} back={back} />
        )
      }
    >
      {refusal.message}
    </Notice>
  );
}
