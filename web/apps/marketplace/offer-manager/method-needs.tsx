/** What an offer by the chosen method costs its owner and needs of them, before it is published. */
import type { OfferFormPageProps } from "#contract/market/offers/my/offers-page.ts";
import { cryptoText, fiatText, isolated, percentText } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { alertTriangle, check, info } from "#ui/icons/shapes.ts";
import { Icon } from "#ui/icon.tsx";
import { needsDetails } from "./body.ts";
import type { OfferForm } from "./use-offer-form.ts";

type Need = {
  readonly key: string;
  readonly state: "met" | "unmet" | "info";
  readonly text: string;
  readonly way?: { readonly href: string; readonly label: string };
};

const LOOKS = {
  met: { shape: check, tone: "text-good" },
  unmet: { shape: alertTriangle, tone: "text-warn" },
  info: { shape: info, tone: "text-muted" },
} as const;

export function MethodNeeds({ form, bond }: { form: OfferForm; bond: OfferFormPageProps["bond"] }) {
  const t = useT();
  const needs = useNeeds(form, bond);
  if (needs.length === 0) return null;
  return (
    <div className="grid gap-1.5 rounded-lg bg-sunken p-3" aria-live="polite">
      <h3 className="text-sm font-semibold">{t("myoffers.needs.title")}</h3>
      <ul className="grid gap-1 text-sm">
        {needs.map(({ key, state, text, way }) => (
          <li key={key} className="flex gap-2">
            <Icon shape={LOOKS[state].shape} className={`mt-0.5 ${LOOKS[state].tone}`} />
            <span>
              {text}{" "}
              {way && (
                <a href={way.href} className="font-semibold text-brand underline">
                  {way.label}
                </a>
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function useNeeds({ draft, method }: OfferForm, bond: OfferFormPageProps["bond"]): Need[] {
  const page = usePage();
  const t = useT();
  if (!method) return [];
  const isSell = draft.offer_type === "sell";
  const pct = percentText(page.locale, method.feePct);
  const missing = bond.missing.map(({ code, amount }) => isolated(`${cryptoText(page.locale, amount, code)} ${code}`));
  const usd = isolated(fiatText(page.locale, bond.neededUsd, "USD"));
  return [
    { key: "fee", state: "info", text: t(isSell ? "myoffers.needs.fee_yours" : "myoffers.needs.fee_theirs", { pct }) },
    ...(method.needsBond
      ? [
          {
            key: "bond",
            state: missing.length === 0 ? ("met" as const) : ("unmet" as const),
            text:
              missing.length === 0
                ? t("myoffers.needs.bond_held", { usd })
                : t("myoffers.needs.bond_missing", { usd, amounts: missing.join(" / ") }),
            ...(missing.length === 0
              ? {}
              : {
                  way: {
                    href: `${page.href("myOffers", undefined)}?action=deposit`,
                    label: t("myoffers.bond.deposit"),
                  },
                }),
          },
        ]
      : []),
    ...(needsDetails(draft, method.group)
      ? [
          {
            key: "account",
            state: draft.trade_details.trim() === "" ? ("unmet" as const) : ("met" as const),
            text: t(method.sharesAccounts ? "myoffers.needs.account_or_details" : "myoffers.needs.details"),
          },
        ]
      : []),
    ...(method.needsIdAndAddress
      ? [{ key: "address", state: "info" as const, text: t("myoffers.needs.address") }]
      : []),
  ];
}
