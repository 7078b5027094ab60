/** In the place of an ended trade that staff have closed to its reader: why it is not shown, and what is open. */
import { pathOf } from "#contract/platform/paths.ts";
import { LinkButton } from "#ui/button.tsx";
import type { PageSetting } from "#sdk/screen.ts";

export function TradeClosed({ setting: { t, locale } }: { setting: PageSetting }) {
  return (
    <div className="grid justify-items-center gap-4 py-20 text-center">
      <h1 className="text-2xl font-bold tracking-tight">{t("pages.trade_closed.title")}</h1>
      <p className="max-w-lg text-muted">{t("pages.trade_closed.text")}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <LinkButton look="secondary" href={pathOf(locale, "tradeHistory", undefined)}>
          {t("pages.trade_closed.list")}
        </LinkButton>
        <LinkButton look="secondary" href={`${pathOf(locale, "support", undefined)}?topic=trade`}>
          {t("pages.footer.support")}
        </LinkButton>
      </div>
    </div>
  );
}
