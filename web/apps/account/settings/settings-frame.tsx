/** The frame of the pages of settings: the name of the page, and the way to the others. */
import type { ReactNode } from "react";
import { usePage, useT } from "#sdk/page-kit.ts";
import { cx } from "#ui/cx.ts";
import { Icon } from "#ui/icon.tsx";
import { bell, lock, shieldCheck, sliders, user, wallet } from "#ui/icons/shapes.ts";

/** By the keys of their addresses, with their pictures. */
const PLACES = [
  ["profile", "accountSettings", user],
  ["security", "accountSecurity", shieldCheck],
  ["notifications", "accountNotifications", bell],
  ["privacy", "accountPrivacy", lock],
  ["payments", "accountPayments", wallet],
  ["api", "accountKeys", sliders],
] as const;
export type SettingsPlace = (typeof PLACES)[number][0];

/** The texts that a page in this frame needs. */
export const FRAME_TEXTS = ["account.title", "account.part"] as const;

type Props = {
  readonly here: SettingsPlace;
  readonly title?: string;
  readonly lead?: string;
  /** Beside the title. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
};

export function SettingsFrame({ here, title, lead, action, children }: Props) {
  const page = usePage();
  const t = useT();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-5 py-6 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <nav aria-label={t("account.title")} className="min-w-0 lg:sticky lg:top-22">
        <p className="px-3 pb-2 text-sm font-semibold text-muted max-lg:hidden">{t("account.title")}</p>
        <ul className="flex flex-wrap gap-1 lg:grid">
          {PLACES.map(([place, key, shape]) => (
            <li key={place}>
              <a
                href={page.href(key, undefined)}
                aria-current={place === here ? "page" : undefined}
                className={cx(
                  "flex min-h-11 items-center gap-2.5 rounded-lg px-2.5 text-sm font-medium",
                  place === here ? "bg-brand-soft text-brand" : "text-muted hover:bg-sunken hover:text-ink",
                )}
              >
                <Icon shape={shape} className="max-lg:hidden" />
                {t(`account.part.${place}`)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
        <header className="flex flex-wrap items-start justify-between gap-3">
          <div className="grid max-w-xl gap-1">
            <h1 className="text-2xl font-bold tracking-tight">{title ?? t(`account.part.${here}`)}</h1>
            {lead && <p className="text-sm text-muted">{lead}</p>}
          </div>
          {action}
        </header>
        {children}
      </div>
    </div>
  );
}

/** Cards in two columns where there is room, each as high as it is. */
export function SettingsCards({ children }: { children: ReactNode }) {
  return <div className="gap-5 *:mb-5 *:break-inside-avoid xl:columns-2">{children}</div>;
}
