/** The pages of a trader's settings. A new one is a line of PLACES. */
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Card } from "#ui/card.tsx";
import { Icon } from "#ui/icon.tsx";
import { heart, offers, shieldCheck, user, wallet } from "#ui/icons/shapes.ts";

export const screen: PageScreen<"trader-settings", typeof TraderSettingsScreen> = {
  title: "tradersettings.title",
  texts: ["tradersettings"],
};

/** The key of the page's address, which is the key of its texts too, and its picture. */
const PLACES = [
  ["myOffers", offers],
  ["traderProgram", shieldCheck],
  ["accountPayments", wallet],
  ["blockedUsers", user],
  ["favorites", heart],
] as const;

export default function TraderSettingsScreen() {
  const page = usePage();
  const t = useT();
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-[minmax(0,1fr)] gap-5 py-6">
      <header className="grid gap-1">
        <h1 className="text-2xl font-bold tracking-tight">{t("tradersettings.title")}</h1>
        <p className="text-sm text-muted">{t("tradersettings.lead")}</p>
      </header>
      <Card className="divide-y divide-line overflow-hidden">
        {PLACES.map(([key, shape]) => (
          <a key={key} href={page.href(key, undefined)} className="flex items-center gap-4 p-4 hover:bg-sunken">
            <Icon shape={shape} className="text-muted" />
            <span className="grid gap-0.5">
              <span className="text-sm font-semibold">{t(`tradersettings.places.${key}.title`)}</span>
              <span className="text-xs text-muted">{t(`tradersettings.places.${key}.text`)}</span>
            </span>
          </a>
        ))}
      </Card>
    </div>
  );
}
