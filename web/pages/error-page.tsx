/** The page for what cannot be shown: what happened, what to do, and a number for those who ask us. */
import { LinkButton } from "#ui/button.tsx";
import { Mark } from "#ui/pictures/logo.tsx";
import { pathOf } from "#contract/platform/paths.ts";
import type { PageSetting } from "#sdk/screen.ts";

export function ErrorPage({
  kind,
  requestId,
  setting,
}: {
  kind: "error_403" | "error_404" | "error_500" | "error_ip";
  requestId: string;
  setting: PageSetting;
}) {
  const { t, locale } = setting;
  return (
    <div className="grid justify-items-center gap-4 py-20 text-center">
      <Mark size={56} />
      <h1 className="text-2xl font-bold tracking-tight">{t(`pages.${kind}.title`)}</h1>
      <p className="max-w-lg text-muted">{t(`pages.${kind}.text`)}</p>
      {kind === "error_ip" ? (
        // Users with an account can read their data and withdraw from every country.
        <div className="mt-2 flex flex-wrap justify-center gap-3">
          <LinkButton look="secondary" href={pathOf(locale, "login", undefined)}>
            {t("shell.nav.sign_in")}
          </LinkButton>
          <LinkButton look="secondary" href={pathOf(locale, "support", undefined)}>
            {t("pages.footer.support")}
          </LinkButton>
        </div>
      ) : (
        <div className="mt-2 flex flex-wrap justify-center gap-3">
          <LinkButton href={pathOf(locale, "home", undefined)}>{t("pages.error.home")}</LinkButton>
          <LinkButton look="secondary" href={pathOf(locale, "offersSearch", { side: "buy", crypto: "BTC" })}>
            {t("pages.error.offers")}
          </LinkButton>
        </div>
      )}
      <p className="text-xs text-muted">{t("pages.error.request", { id: requestId })}</p>
    </div>
  );
}
