/** What an offer asks of its taker, each beside whether its reader has it. Pure. */
import { OFFER_RULES, type OfferRule } from "#contract/market/offers/offer-fields.ts";
import type { OfferView } from "#contract/market/offers/offers.ts";

export type Requirement = {
  readonly key: string;
  readonly kind: "rule" | "past_trades" | "country" | "hours" | "other";
  /** Unknown of a visitor. */
  readonly state: "met" | "unmet" | "unknown";
  /** Of the refusal where it is unmet. */
  readonly code: string;
};

type Asked = Pick<OfferView, "rules" | "requireMinPastTrades" | "countryLimitation" | "dutyHours" | "startRefusals">;

/** The conditions of the offer first, then everything else that is against a start. */
export function requirementsOf(
  { rules, requireMinPastTrades, countryLimitation, dutyHours, startRefusals }: Asked,
  isSignedIn: boolean,
): Requirement[] {
  const all: readonly OfferRule[] = Object.values(OFFER_RULES);
  const stateOf = (code: string): Requirement["state"] =>
    startRefusals.some((one) => one.code === code) ? "unmet" : isSignedIn ? "met" : "unknown";
  const asked: Omit<Requirement, "state">[] = [
    ...rules.flatMap((wire) => {
      const code = all.find((rule) => rule.wire === wire)?.refusal;
      return code ? [{ key: wire, kind: "rule" as const, code }] : [];
    }),
    ...(requireMinPastTrades > 0
      ? [{ key: "past_trades", kind: "past_trades" as const, code: "offer.past_trades" }]
      : []),
    ...(countryLimitation.type === "none" ? [] : [{ key: "country", kind: "country" as const, code: "offer.country" }]),
    ...(dutyHours.length === 0 ? [] : [{ key: "hours", kind: "hours" as const, code: "offer.off_duty" }]),
  ];
  const others = startRefusals.filter(({ code }) => !asked.some((one) => one.code === code));
  return [
    ...asked.map((one) => ({ ...one, state: stateOf(one.code) })),
    ...others.map(({ code }) => ({ key: code, kind: "other" as const, state: "unmet" as const, code })),
  ];
}
