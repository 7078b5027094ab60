/** Why a trade did not start: with a heading for the limits of the reader's level, and where they are raised. */
import { startLimitKind } from "#contract/market/trades/start-limits.ts";
import { wayOutOf } from "#contract/compliance/ways-out.ts";
import type { Declined } from "#sdk/declined.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Message, type MessageKind } from "#ui/message.tsx";
import { WayOut } from "../way-out.tsx";

/** A limit that the reader can raise, or wait for, asks for their attention; anything else is an error. */
const KINDS = {
  max_per_trade_limit: "alert",
  max_2_active_trades_id_not_verified: "alert",
  reached_daily_compliance_limit: "alert",
  default: "error",
} as const satisfies Record<string, MessageKind>;

type AlertType = keyof typeof KINDS;

const typeOf = (code: string): AlertType => (Object.hasOwn(KINDS, code) ? (code as AlertType) : "default");

export function StartAlert({ refusal, back }: { refusal: Declined; back: string }) {
  const page = usePage();
  const t = useT();
  const type = typeOf(refusal.code);
  return (
    <Message
      kind={KINDS[type]}
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
    </Message>
  );
}
