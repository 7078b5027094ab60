/** What the offer asks of its taker, with a tick or a way to mend it. */
import type { ReactNode } from "react";
import type { OfferView } from "#contract/market/offers/offers.ts";
import { fiatText } from "#sdk/words/money.ts";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import { alertTriangle, check, minus } from "#ui/icons/shapes.ts";
import { Icon } from "#ui/icon.tsx";
import { countryNames } from "./country-names.ts";
import { type Requirement, requirementsOf } from "./requirements-of.ts";
import { WayOut } from "./way-out.tsx";

const LOOKS = {
  met: { shape: check, tone: "text-good", label: "offer.needs.met" },
  unmet: { shape: alertTriangle, tone: "text-warn", label: "offer.needs.unmet" },
  unknown: { shape: minus, tone: "text-muted", label: "offer.needs.unknown" },
} as const;

export function Requirements({ offer }: { offer: OfferView }) {
  const page = usePage();
  const t = useT();
  const isSignedIn = useSession() !== null;
  const needs = requirementsOf(offer, isSignedIn);
  if (needs.length === 0) return null;
  const isRefused = needs.some(({ state }) => state === "unmet");
  return (
    <div className="grid gap-1.5" role="status">
      <p className="text-sm font-semibold">{t(isRefused ? "offer.start.why_not" : "offer.needs.title")}</p>
      <ul className="grid gap-1">
        {needs.map((need) => (
          <Line key={need.key} need={need} back={page.href("viewOffer", { hash: offer.hash })}>
            <Words need={need} offer={offer} />
          </Line>
        ))}
      </ul>
    </div>
  );
}

type LineProps = { need: Requirement; back: string; children: ReactNode };

function Line({ need: { state, code }, back, children }: LineProps) {
  const t = useT();
  const { shape, tone, label } = LOOKS[state];
  return (
    <li className="flex gap-2 text-sm">
      <Icon shape={shape} className={`mt-0.5 ${tone}`} label={t(label)} />
      <span className={state === "unmet" ? "text-warn" : ""}>
        {children} {state === "unmet" && <WayOut code={code} back={back} />}
      </span>
    </li>
  );
}

function Words({ need: { kind, key, code, state }, offer }: { need: Requirement; offer: OfferView }) {
  const { locale } = usePage();
  const t = useT();
  switch (kind) {
    case "rule":
      return t.maybe(`rules.page.${key}`, key);
    case "past_trades":
      return (
        <>
          {t("offers.row.past_trades", { count: offer.requireMinPastTrades })}
          {offer.ownPastTrades !== null && ` · ${t("offer.needs.own_trades", { count: offer.ownPastTrades })}`}
        </>
      );
    case "country":
      return `${t(offer.countryLimitation.type === "allowed" ? "offer.countries_allowed" : "offer.countries_disallowed")}: ${countryNames(locale, offer.countryLimitation.countries)}`;
    case "hours":
      return t(state === "unmet" ? "offer.needs.closed_now" : "offer.needs.hours");
    case "other": {
      const refusal = offer.startRefusals.find((one) => one.code === code);
      const max = refusal?.max ?? null;
      return t.maybe(`refusals.${code}`, refusal?.message ?? code, {
        max: max === null ? "" : fiatText(locale, max, offer.fiatCurrencyCode),
        currency: offer.fiatCurrencyCode,
      });
    }
  }
}
