/** One offer as staff judge it: whose it is, its own words, what was reported, and what was decided before. */
import { Fragment, type ReactNode } from "react";
import type { Locale } from "#contract/platform/locales.ts";
import type { JudgedOffer } from "#contract/market/offers/moderation.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { fiatText, percentText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { placeText } from "#sdk/words/place-text.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { star } from "#ui/icons/shapes.ts";
import type { OfferDecision } from "./decide-offer.tsx";

type Props = {
  readonly row: JudgedOffer;
  readonly onDecide: (decision: OfferDecision) => void;
  readonly onFeature: (row: JudgedOffer) => void;
  /** For administrators. */
  readonly onCashback: ((row: JudgedOffer) => void) | undefined;
};

export function JudgedCard(props: Props) {
  const { row } = props;
  const t = useT();
  return (
    <>
      <Heading row={row} />
      <div className="grid gap-4 md:grid-cols-2">
        <div className="grid content-start gap-3">
          <Words title={t("moderation.terms")} text={row.offerTerms} />
          <Words title={t("moderation.details")} text={row.tradeDetails} />
        </div>
        <div className="grid content-start gap-3">
          <Reports row={row} />
          <Rejection row={row} />
        </div>
      </div>
      <Decisions {...props} />
    </>
  );
}

function Heading({ row }: { row: JudgedOffer }) {
  const page = usePage();
  const t = useT();
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <div className="min-w-0">
        <a
          href={page.href("viewOffer", { hash: row.hash })}
          className="inline-block min-h-6 font-semibold hover:underline"
        >
          {t(row.type === "sell" ? "moderation.sells" : "moderation.buys", {
            crypto: row.cryptoCurrencyCode,
            fiat: row.fiatCurrencyCode,
            method: row.paymentMethod,
          })}
        </a>
        <p className="text-xs text-muted">
          <a href={page.href("user", { username: row.username })} className="inline-block min-h-6 hover:underline">
            <bdi>{row.username}</bdi>
          </a>
          {[row.paymentMethodLabel, placeText(page.locale, row.place)].map(
            (text) =>
              text && (
                <Fragment key={text}>
                  {" · "}
                  <bdi>{text}</bdi>
                </Fragment>
              ),
          )}
        </p>
        {row.featuredUntil && (
          <p className="text-xs text-muted">
            {t("moderation.featured_until")} <LocalTime at={row.featuredUntil} />
            {row.cashback && ` · ${t("moderation.gives_cashback", sums(page.locale, row.cashback))}`}
          </p>
        )}
      </div>
      <span className="flex flex-wrap gap-2">
        {row.featuredUntil && (
          <Badge tone="brand" icon={star}>
            {t("moderation.is_featured")}
          </Badge>
        )}
        <Badge tone={row.moderation === "approved" ? "neutral" : "warn"}>
          {t(`moderation.state.${row.moderation}`)}
        </Badge>
        {row.moderation === "approved" && (
          <Badge tone={row.isActive ? "good" : "neutral"}>
            {t(row.isActive ? "moderation.active" : "moderation.paused")}
          </Badge>
        )}
      </span>
    </div>
  );
}

function sums(locale: Locale, { percent, maxValue }: NonNullable<JudgedOffer["cashback"]>) {
  return { percent: percentText(locale, percent), max: fiatText(locale, maxValue, "USD") };
}

function Words({ title, text }: { title: string; text: string }) {
  const t = useT();
  return (
    <section className="grid gap-1">
      <h3 className="text-xs text-muted">{title}</h3>
      {text ? (
        <p dir="auto" className="text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">
          {text}
        </p>
      ) : (
        <p className="text-sm text-muted">{t("moderation.no_words")}</p>
      )}
    </section>
  );
}

function Reports({ row }: { row: JudgedOffer }) {
  const t = useT();
  if (row.reports.length === 0) return null;
  return (
    <section className="grid gap-2">
      <h3 className="text-xs text-muted">{t("moderation.report_count", { count: row.reportsTotal })}</h3>
      <ul className="grid gap-2">
        {row.reports.map((report) => (
          <Said key={report.by} by={report.by} at={report.at} text={report.text}>
            {t(`disputes.reason.${report.reason}`)}
          </Said>
        ))}
      </ul>
    </section>
  );
}

function Rejection({ row }: { row: JudgedOffer }) {
  const t = useT();
  const { rejection } = row;
  if (!rejection) return null;
  return (
    <section className="grid gap-2">
      <h3 className="text-xs text-muted">{t("moderation.before")}</h3>
      <ul className="grid gap-2">
        <Said by={rejection.by} at={rejection.at} text={rejection.reason}>
          {t("moderation.rejected_because")}
        </Said>
        {rejection.appeal && (
          <Said by={row.username} at={rejection.appeal.at} text={rejection.appeal.text}>
            {t("moderation.appeal")}
          </Said>
        )}
        {rejection.answer && (
          <li className="grid gap-1 rounded-lg bg-sunken p-3 text-sm">
            <strong className="font-medium">{t("moderation.answer")}</strong>
            <span dir="auto" className="[overflow-wrap:anywhere]">
              {rejection.answer}
            </span>
          </li>
        )}
      </ul>
    </section>
  );
}

type SaidProps = {
  readonly by: string;
  readonly at: string;
  readonly text: string | null;
  readonly children: ReactNode;
};

function Said({ by, at, text, children }: SaidProps) {
  return (
    <li className="grid gap-1 rounded-lg bg-sunken p-3 text-sm">
      <strong className="font-medium">{children}</strong>
      {text && (
        <span dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
          {text}
        </span>
      )}
      <span className="text-2xs text-muted">
        <bdi>{by}</bdi> · <LocalTime at={at} />
      </span>
    </li>
  );
}

/** The decisions of the reader, or the reason why they may not decide. */
function Decisions({ row, onDecide, onFeature, onCashback }: Props) {
  const t = useT();
  if (row.moderation === "no_appeal") return null;
  if (!row.mayDecide) return <p className="text-xs text-muted">{t("moderation.not_yours")}</p>;
  const isOff = row.moderation !== "approved";
  return (
    <div className="flex flex-wrap gap-2 border-t border-line pt-3">
      {(isOff || row.reportsTotal > 0) && (
        <Button size="sm" look="secondary" onClick={() => onDecide({ kind: "approve", row })}>
          {t(isOff ? "moderation.give_back" : "moderation.approve")}
        </Button>
      )}
      {row.featuredUntil && (
        <Button size="sm" look="secondary" onClick={() => onDecide({ kind: "unfeature", row })}>
          {t("moderation.unfeature")}
        </Button>
      )}
      {row.featuredUntil && onCashback && (
        <Button size="sm" look="quiet" onClick={() => onCashback(row)}>
          {t("moderation.give_cashback")}
        </Button>
      )}
      {!isOff && row.isActive && !row.featuredUntil && (
        <Button size="sm" look="quiet" onClick={() => onFeature(row)}>
          {t("moderation.feature")}
        </Button>
      )}
      {row.moderation !== "rejected" && (
        <Button size="sm" look={isOff ? "quiet" : "danger"} onClick={() => onDecide({ kind: "reject", row })}>
          {t(isOff ? "moderation.close" : "moderation.reject")}
        </Button>
      )}
    </div>
  );
}
