/** Lines above every page that say what limits the reader, or all of us, right now. */
import type { Banner } from "#contract/page.ts";
import { RESTRICTION_REASONS } from "#contract/restriction-names.ts";
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
  blocked_in_location: "bg-bad-soft text-bad",
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

export function Banners({ banners, kit }: { banners: readonly Banner[]; kit: PageKit }) {
  const { t } = kit;
  const words = ({ kind, text }: Banner) => text ?? (kind === "admin_alert" ? "" : t(`shell.banner.${kind}`));
  const recorded = banners.find(({ kind }) => kind === "recorded_rates");
  const isDemo = banners.some(({ kind }) => kind === "demo_mode");
  // A demo says both in one line: two would push the page down.
  const lines = banners.filter((banner) => !(isDemo && banner === recorded));
  return lines.map((banner) => (
    <div
      key={`${banner.kind} ${banner.text ?? ""}`}
      role="status"
      data-banner={banner.kind}
      data-restriction={banner.restriction && banner.kind}
      className={cx("border-b border-line text-xs font-medium", LOOKS[banner.kind])}
    >
      <p className="mx-auto flex max-w-page items-center gap-2 px-4 py-1.5 max-sm:text-2xs max-sm:font-normal">
        <Icon shape={LOOKS[banner.kind].includes("info") ? info : alertTriangle} size={14} />
        <span>
          <span dir={banner.text ? "auto" : undefined}>{words(banner)}</span>
          {banner.kind === "demo_mode" && recorded && ` ${words(recorded)}`}
          {banner.restriction && <RestrictionFacts restriction={banner.restriction} kit={kit} />}
        </span>
        {(banner.kind === "kyc_forced" || banner.kind === "kyc_id_required") && (
          <a href={kit.href("kycVerification", undefined)} className="font-semibold underline">
            {t("shell.banner.kyc_action")}
          </a>
        )}
        {(banner.kind === "company_unverified" || banner.kind === "company_application") && (
          <a href={kit.href("accountCompany", undefined)} className="font-semibold underline">
            {t("shell.banner.company_action")}
          </a>
        )}
        {banner.kind === "blocked_in_location" && (
          <a href={kit.href("wallet", undefined)} className="font-semibold underline">
            {t("shell.banner.wallet_action")}
          </a>
        )}
        {banner.kind === "verify_email" && (
          <a href={kit.href("confirmEmail", undefined)} className="font-semibold underline">
            {t("shell.banner.verify_email_action")}
          </a>
        )}
      </p>
    </div>
  ));
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
