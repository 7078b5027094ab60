/** A trader in numbers: trades, speed, volumes, how many trust or block him. */
import type { UserProfile } from "#contract/people/accounts.ts";
import { durationText } from "#sdk/words/ago.ts";
import { countText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Card } from "#ui/card.tsx";
import { Coin } from "#ui/pictures/coin.tsx";
import { CRYPTO_CODES } from "#contract/money/money.ts";

export function ProfileNumbers({ user }: { user: UserProfile }) {
  const { locale } = usePage();
  const t = useT();
  const number = (value: number) => countText(locale, value);
  const time = (seconds: number | null) => (seconds === null ? t("profile.numbers.unknown") : durationText(t, seconds));
  const rows = [
    { label: t("profile.numbers.trades"), value: number(user.successfulTrades) },
    { label: t("profile.numbers.month"), value: number(user.monthTrades) },
    {
      label: t("profile.numbers.success"),
      value: user.monthSuccessPercent === null ? t("profile.numbers.unknown") : `${number(user.monthSuccessPercent)}%`,
    },
    { label: t("profile.numbers.release"), value: time(user.releaseMedianSec) },
    { label: t("profile.numbers.payment"), value: time(user.paymentMedianSec) },
    { label: t("profile.numbers.partners"), value: number(user.totalPartners) },
    { label: t("profile.numbers.trusted_by"), value: number(user.trustedCount) },
    { label: t("profile.numbers.blocked_by"), value: number(user.blockedCount) },
    { label: t("profile.numbers.blocks"), value: number(user.userBlocksUsersCount) },
    ...(user.tradedWithYou === null
      ? []
      : [{ label: t("profile.numbers.with_you"), value: number(user.tradedWithYou) }]),
  ];
  return (
    <Card className="grid gap-4 p-5" aria-labelledby="numbers">
      <h2 id="numbers" className="text-sm font-semibold">
        {t("profile.numbers.title")}
      </h2>
      <dl className="grid grid-cols-[repeat(2,minmax(0,1fr))] gap-x-4 gap-y-3 text-sm lg:grid-cols-[minmax(0,1fr)] lg:gap-y-2">
        {rows.map(({ label, value }) => (
          <div
            key={label}
            className="flex gap-x-3 max-lg:flex-col-reverse max-lg:justify-end lg:items-baseline lg:justify-between"
          >
            <dt className="text-muted max-lg:text-2xs">{label}</dt>
            <dd className="font-semibold tabular-nums max-lg:text-base">{value}</dd>
          </div>
        ))}
      </dl>
      <h3 className="border-t border-line pt-4 text-sm font-semibold">{t("profile.numbers.volume")}</h3>
      <dl className="grid grid-cols-[repeat(3,minmax(0,1fr))] gap-2 text-sm lg:grid-cols-[minmax(0,1fr)]">
        {CRYPTO_CODES.map((code) => (
          <div key={code} className="flex gap-x-3 gap-y-1 max-lg:flex-col lg:items-center lg:justify-between">
            <dt className="flex items-center gap-2 text-muted">
              <Coin code={code} size={16} />
              {code}
            </dt>
            <dd className="font-semibold tabular-nums">
              <bdi dir="ltr">{user.tradeVolume[code] ?? "0"}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
