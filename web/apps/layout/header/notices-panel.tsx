/** The panel of the bell, loaded with the first opening: the last notifications, and the switch of the sound. */
import { useEffect, useState } from "react";
import type { Notification } from "#contract/reach/notifications.ts";
import { localized } from "#contract/platform/localized.ts";
import { agoText } from "#sdk/words/ago.ts";
import { amountText, isolated } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Button } from "#ui/button.tsx";
import { Switch } from "#ui/forms/checkbox.tsx";
import { cx } from "#ui/cx.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { isSoundOn, switchSound } from "./chime.ts";
import type { Notices } from "./use-notices.ts";

export function NoticesPanel({ notices }: { notices: Notices }) {
  const t = useT();
  const [isLoud, setLoud] = useState(true);
  useEffect(() => setLoud(isSoundOn()), []);
  return (
    <>
      <div className="max-h-[min(60dvh,26rem)] overflow-y-auto">
        <NoticeList items={notices.items} isFailed={notices.isFailed} />
        {notices.showMore && (
          <Button look="quiet" size="sm" wide onClick={notices.showMore}>
            {t("notices.older")}
          </Button>
        )}
      </div>
      <div className="border-t border-line px-3 pt-1">
        <Switch
          label={t("notices.sound")}
          isOn={isLoud}
          onChange={(isOn) => {
            switchSound(isOn);
            setLoud(isOn);
          }}
        />
      </div>
    </>
  );
}

function NoticeList({ items, isFailed }: { items: readonly Notification[] | null; isFailed: boolean }) {
  const page = usePage();
  const t = useT();
  if (isFailed) return <p className="px-3 py-4 text-sm text-bad">{t("notices.failed")}</p>;
  if (!items) {
    return (
      <div className="grid gap-3 p-3" aria-busy="true">
        {[0, 1, 2].map((place) => (
          <Skeleton key={place} className="h-9 w-full" />
        ))}
      </div>
    );
  }
  if (items.length === 0) return <p className="px-3 py-4 text-sm text-muted">{t("notices.none")}</p>;
  return (
    <ul className="grid gap-0.5">
      {items.map((item) => (
        <li key={item.id}>
          <a
            href={localized(page.locale, item.link)}
            className={cx(
              "grid gap-0.5 rounded-lg px-3 py-2 text-sm text-ink hover:bg-sunken",
              item.readAt === null && "bg-brand-soft",
            )}
          >
            <span className="font-medium">{t.maybe(`notifications.title.${item.kind}`, t("notices.other"))}</span>
            {item.details.share && (
              <span className="text-xs">
                {t("notices.share", { amount: isolated(amountText(page.locale, item.details.share)) })}
              </span>
            )}
            {item.details.why && (
              <span className="text-xs">{t.maybe(`notices.why.${item.details.why}`, item.details.why)}</span>
            )}
            <span className="flex flex-wrap gap-x-2 text-xs text-muted">
              {[item.details.fiat, item.details.crypto].filter(Boolean).map((amount) => (
                <bdi key={amount} className="tabular-nums">
                  {amountText(page.locale, amount ?? "")}
                </bdi>
              ))}
              <span>{agoText(t, page.nowMs() - Date.parse(item.at))}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
