/** The facts of a case, beside its evidence: both sides with their history, the declared payer, the trade and its statuses. */
import type { CaseHistory } from "#contract/market/disputes/case-names.ts";
import type { TradeView } from "#contract/market/trades/trade/trades.ts";
import { type Locale, numeralLocale } from "#contract/platform/locales.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { seenText } from "#sdk/words/ago.ts";
import { countText, isolated } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Alert } from "#ui/alert.tsx";
import { Badge } from "#ui/badge.tsx";
import { Card } from "#ui/card.tsx";
import { cx } from "#ui/cx.ts";
import { FactRows } from "#ui/fact-rows.tsx";
import { UserChip } from "#ui/user-chip.tsx";
import { TradeFacts, TradeMoves } from "../facts.tsx";
import { Loading } from "./failed.tsx";
import { useCaseTexts } from "./use-case-texts.ts";

type Props = { readonly trade: TradeView; readonly history: CaseHistory | null };

export function CaseColumn({ trade, history }: Props) {
  const t = useT();
  const texts = useCaseTexts();
  if (!texts.isThere) return texts.isError ? <Alert kind="danger">{t("shell.error.generic")}</Alert> : <Loading />;
  return (
    <>
      {(["buyer", "seller"] as const).map((side) => (
        <Side key={side} side={side} person={trade[side]} history={history?.[side] ?? null} />
      ))}
      <Card className="grid gap-3 p-4">
        <h2 className="font-semibold">{t("room.case.payer")}</h2>
        <DeclaredPayer trade={trade} />
        {trade.isOpponentsSameIp && (
          <Alert kind="warning" size="sm">
            {t("trade.place.same_address")}
          </Alert>
        )}
      </Card>
      <Card className="grid gap-4 p-4">
        <h2 className="font-semibold">{t("trade.facts.title")}</h2>
        <TradeFacts trade={trade} />
        <TradeMoves trade={trade} />
      </Card>
    </>
  );
}

type SideProps = {
  readonly side: "buyer" | "seller";
  readonly person: TradeView["buyer"];
  readonly history: CaseHistory["buyer"] | null;
};

function Side({ side, person, history }: SideProps) {
  const t = useT();
  const page = usePage();
  const number = (count: number) => countText(page.locale, count);
  const { registered, feedback } = person;
  return (
    <Card className={cx("grid gap-3 border-t-4 p-4", side === "buyer" ? "border-t-buy" : "border-t-sell")}>
      <h2>
        <Badge tone={side === "buyer" ? "buy" : "sell"}>{t(`trade.facts.${side}`)}</Badge>
      </h2>
      <UserChip
        name={person.username}
        face={person.avatarUrl}
        href={page.href("user", { username: person.username })}
        seen={{ level: person.lastSeen.level, text: seenText(t, page.madeAtMs - Date.parse(person.lastSeen.at)) }}
      >
        {person.fullName && <bdi className="text-ink">{person.fullName}</bdi>}
        {person.company && (
          <span>{t(person.company.isVerified ? "trade.company.verified" : "trade.company.unverified")}</span>
        )}
      </UserChip>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        <FactRows
          rows={[
            [t("room.case.since"), sinceText(page.locale, registered)],
            [
              t("room.case.trades"),
              t("room.case.of", { part: number(person.successfulTrades), all: number(person.totalTrades) }),
            ],
            [t("room.case.feedback"), isolated(`+${number(feedback.positive)} / −${number(feedback.negative)}`)],
            ...(history
              ? ([
                  [
                    t("room.case.disputes"),
                    t("room.case.lost", { all: number(history.disputes), part: number(history.lost) }),
                  ],
                ] as const)
              : []),
            [t("room.case.id"), t(person.verification.id ? "room.case.id_yes" : "room.case.id_no")],
            ...(person.ipLocation ? ([[t("room.case.from"), person.ipLocation.localizedName]] as const) : []),
            [t("room.case.blocked"), number(person.blockedCount)],
          ]}
        />
      </dl>
    </Card>
  );
}

/** How long ago, by the largest unit. */
function sinceText(locale: Locale, { year, month, day }: TradeView["buyer"]["registered"]): string {
  const words = new Intl.RelativeTimeFormat(numeralLocale(locale), { numeric: "auto" });
  if (year > 0) return words.format(-year, "year");
  return month > 0 ? words.format(-month, "month") : words.format(-day, "day");
}

function DeclaredPayer({ trade: { payer, buyer } }: { trade: TradeView }) {
  const t = useT();
  if (!payer) return <p className="text-sm text-muted">{t("room.case.no_payer")}</p>;
  return (
    <div className="grid gap-2 text-sm">
      <p>
        <bdi className="font-medium">{payer.holderName}</bdi> · <LocalTime at={payer.declaredAt} />
      </p>
      <p className={payer.isOwnName ? "text-good" : "font-medium text-warn"}>
        {t(payer.isOwnName ? "room.case.payer_same" : "room.case.payer_other", { name: isolated(buyer.username) })}
      </p>
    </div>
  );
}
