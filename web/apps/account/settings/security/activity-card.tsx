/** The account's activity, newest first, with device and address. */
import { useState } from "react";
import type { ActivityLine } from "#contract/people/activity.ts";
import type { SettingsSecurityProps } from "#contract/people/pages.ts";
import { deviceText } from "#sdk/words/device-text.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { Translate } from "#sdk/words/t.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Rows } from "#ui/rows.tsx";
import { SettingsCard } from "../settings-card.tsx";

const FEW = 5;

export function ActivityCard({ activity: first }: Pick<SettingsSecurityProps, "activity">) {
  const page = usePage();
  const t = useT();
  const [{ lines, next }, setActivity] = useState(first);
  const [isShort, setShort] = useState(first.lines.length > FEW);
  const shown = isShort ? lines.slice(0, FEW) : lines;
  const more = useAction(async (before: number) => {
    const { listActivity } = await import("#contract/people/activity.ts");
    const { data, meta } = await page.call(listActivity, { query: { before: String(before) } });
    setActivity((known) => ({ lines: [...known.lines, ...data], next: meta.next }));
  });
  return (
    <SettingsCard title={t("account.activity.title")} lead={t("account.activity.lead")}>
      {lines.length === 0 && <p className="text-sm text-muted">{t("account.activity.none")}</p>}
      <Rows>
        {shown.map((line) => (
          <li key={line.id} className="grid min-w-0 gap-0.5 py-2 text-sm">
            <span className="font-medium break-words">
              {sentence(t, line)}
              {line.times > 1 && ` · ${t("account.activity.times", { count: line.times })}`}
            </span>
            <Whence line={line} />
          </li>
        ))}
      </Rows>
      {(isShort || next !== null) && (
        <Button
          look="secondary"
          className="justify-self-start"
          isBusy={more.isRunning}
          onClick={() => (isShort ? setShort(false) : next !== null && void more.run(next))}
        >
          {t("account.activity.more")}
        </Button>
      )}
    </SettingsCard>
  );
}

function sentence(t: Translate, { kind, detail }: ActivityLine): string {
  const factors: Readonly<Record<string, string>> = {
    passkey: t("account.security.name_default"),
    "authenticator app": t("account.security.app"),
    "codes by push": t("account.security.push"),
    "codes by Telegram": t("account.security.telegram"),
    everywhere: t("account.security.everywhere"),
    "not everywhere": t("account.security.not_everywhere"),
  };
  return t(`account.activity.kind.${kind}`, { what: factors[detail] ?? detail });
}

function Whence({ line: { device, ip, place, at } }: { line: ActivityLine }) {
  const t = useT();
  return (
    <span className="text-xs text-muted">
      {device !== null && (
        <>
          <bdi>{deviceText(t, device)}</bdi> ·{" "}
        </>
      )}
      {ip !== null && (
        <>
          {place !== null && <>{place} · </>}
          <bdi>{ip}</bdi> ·{" "}
        </>
      )}
      <LocalTime at={at} />
    </span>
  );
}
