/** Lines above every page that say what limits the reader, or all of us, right now. */
import { bannerKey } from "#contract/platform/banner-key.ts";
import type { Banner } from "#contract/platform/page.ts";
import { RESTRICTION_REASONS } from "#contract/compliance/restriction-names.ts";
import type { PageKit } from "#sdk/page-kit.ts";
import { cx } from "#ui/cx.ts";
import { alertTriangle, info } from "#ui/icons/shapes.ts";
import { Icon } from "#ui/icon.tsx";

const LOOKS: Record<Banner["kind"], string> = {
  demo_mode: "bg-info-soft text-info",
  recorded_rates: "bg-info-soft text-info",
  admin_alert: "bg-info-soft text-info",
  maintenance: "bg-warn-soft text-warn",
  verify_email: "bg-warn-soft text-warn",
  kyc_id_required: "bg-warn-soft text-warn",
  kyc_forced: "bg-warn-soft text-warn",
  id_requested: "bg-warn-soft text-warn",
  nigeria_block: "bg-bad-soft text-bad",
  blocked_in_location: "bg-bad-soft text-bad",
  policy_due: "bg-info-soft text-info",
  company_unverified: "bg-info-soft text-info",
  company_application: "bg-warn-soft text-warn",
  restricted: "bg-warn-soft text-warn",
  suspended: "bg-warn-soft text-warn",
  on_hold: "bg-warn-soft text-warn",
  compliance_hold: "bg-warn-soft text-warn",
  compromised: "bg-bad-soft text-bad",
  money_out_halted: "bg-bad-soft text-bad",
  frozen: "bg-bad-soft text-bad",
  banned: "bg-bad-soft text-bad",
};

/** Those of the account alone go by themselves when their cause is over; what is closed depends on where the reader is. */
const GO_BY_THEMSELVES: readonly Banner["kind"][] = [
  "policy_due",
  "kyc_forced",
  "id_requested",
  "kyc_id_required",
  "company_unverified",
  "company_application",
];

/** What staff alone can tell the reader of. */
const HELD = [
  "suspended",
  "on_hold",
  "compliance_hold",
  "frozen",
  "banned",
] as const satisfies readonly Banner["kind"][];

function wordsOf({ kind, text, proof, isOfAccount }: Banner, { t }: PageKit): string {
  if (text !== undefined || kind === "admin_alert") return text ?? "";
  if (kind === "kyc_forced" || kind === "id_requested") return t(`banners.${kind}.${proof ?? "id"}`);
  if (kind === "recorded_rates") return t("shell.banner.recorded_rates");
  return t(isOfAccount ? "banners.demo_account" : `banners.${kind}`);
}

export function Banners({ banners, kit }: { banners: readonly Banner[]; kit: PageKit }) {
  const recorded = banners.find(({ kind }) => kind === "recorded_rates");
  const isDemo = banners.some(({ kind, isOfAccount }) => kind === "demo_mode" && !isOfAccount);
  // A demo says both in one line: two would push the page down.
  const lines = banners.filter((banner) => !(isDemo && banner === recorded));
  return lines.map((banner) => (
    <div
      key={`${bannerKey(banner)} ${banner.text ?? ""}`}
      role="status"
      data-banner={banner.kind}
      data-line={GO_BY_THEMSELVES.includes(banner.kind) ? bannerKey(banner) : undefined}
      data-restriction={banner.restriction && banner.kind}
      className={cx("border-b border-line text-xs font-medium", LOOKS[banner.kind])}
    >
      <p className="mx-auto flex max-w-page items-center gap-2 px-4 py-1.5 max-sm:text-2xs max-sm:font-normal">
        <Icon shape={LOOKS[banner.kind].includes("info") ? info : alertTriangle} size={14} />
        <span>
          <span lang={banner.lang} dir={banner.text ? "auto" : undefined}>
            {wordsOf(banner, kit)}
          </span>
          {banner.kind === "demo_mode" && !banner.isOfAccount && recorded && ` ${wordsOf(recorded, kit)}`}
          {banner.restriction && <RestrictionFacts restriction={banner.restriction} kit={kit} />}
        </span>
        <Way banner={banner} kit={kit} />
      </p>
    </div>
  ));
}

/** To where it is mended. */
function Way({ banner: { kind, proof }, kit }: { readonly banner: Banner; readonly kit: PageKit }) {
  const { t, href } = kit;
  const WAYS: { readonly [K in Banner["kind"]]?: readonly [href: string, text: string] } = {
    kyc_forced: [href("kycVerificationOf", { kind: proof ?? "id" }), t("banners.kyc_action")],
    id_requested: [href("kycVerificationOf", { kind: proof ?? "id" }), t("banners.kyc_action")],
    kyc_id_required: [href("kycVerification", undefined), t("banners.kyc_action")],
    policy_due: [`${href("accountPrivacy", undefined)}#policies`, t("banners.policy_action")],
    company_unverified: [href("accountCompany", undefined), t("banners.company_action")],
    company_application: [href("accountCompany", undefined), t("banners.company_action")],
    blocked_in_location: [href("wallet", undefined), t("banners.wallet_action")],
    nigeria_block: [href("wallet", undefined), t("banners.wallet_action")],
    verify_email: [href("confirmEmail", undefined), t("banners.verify_email_action")],
    compromised: [href("recoverAccount", undefined), t("banners.recover_action")],
    ...Object.fromEntries(
      HELD.map((held) => [held, [`${href("support", undefined)}?topic=account_balance`, t("banners.support_action")]]),
    ),
  };
  const way = WAYS[kind];
  return (
    way && (
      <a href={way[0]} className="font-semibold underline sm:shrink-0">
        {way[1]}
      </a>
    )
  );
}

type Facts = { readonly restriction: NonNullable<Banner["restriction"]>; readonly kit: PageKit };

/** Why, until when, under which number, and where to write against it. */
function RestrictionFacts({ restriction: { reasonCode, caseNumber, reviewAt }, kit }: Facts) {
  const { t } = kit;
  const known = RESTRICTION_REASONS.find((one) => one === reasonCode);
  const facts = [
    [t("restrictions.reason_label"), known ? t(`restrictions.reason.${known}`) : reasonCode],
    [t("restrictions.case"), caseNumber],
    [t("restrictions.review"), reviewAt.slice(0, 10)],
  ];
  return (
    <span className="inline-flex flex-wrap gap-x-3 ps-3 font-normal max-sm:flex max-sm:ps-0">
      {facts.map(([label, value]) => (
        <span key={label}>
          {label}: <bdi>{value}</bdi>
        </span>
      ))}
      <a href={kit.href("accountRestrictions", undefined)} className="font-semibold underline">
        {t("restrictions.open")}
      </a>
    </span>
  );
}
