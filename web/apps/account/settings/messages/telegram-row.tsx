/** Whether notifications go to a Telegram chat: linked by a code that only this page shows, and unlinked by a press. */
import { useState } from "react";
import type { NotificationSettings } from "#contract/reach/notifications.ts";
import { isolated } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Alert } from "#ui/alert.tsx";
import { Button, LinkButton } from "#ui/button.tsx";

type Telegram = NotificationSettings["telegram"];

export function TelegramRow({ telegram, onChange }: { telegram: Telegram; onChange: (now: Telegram) => void }) {
  const page = usePage();
  const t = useT();
  const [begun, setBegun] = useState<{ url: string; minutes: number } | null>(null);
  const isLinked = telegram.name !== null;
  const link = useAction(async () => {
    const { linkTelegram } = await import("#contract/reach/notifications.ts");
    setBegun((await page.call(linkTelegram, {})).data);
  });
  const unlink = useAction(async () => {
    const { unlinkTelegram } = await import("#contract/reach/notifications.ts");
    await page.call(unlinkTelegram, {});
    onChange({ ...telegram, name: null });
  });
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="grid gap-0.5 text-sm">
          <p className="font-medium">{t("account.notify.telegram.title")}</p>
          <p className="text-xs text-muted">{stateOf(telegram, t)}</p>
        </div>
        {isLinked && (
          <Button look="secondary" isBusy={unlink.isRunning} onClick={() => void unlink.run()}>
            {t("account.notify.telegram.unlink")}
          </Button>
        )}
        {!isLinked && telegram.isOffered && !begun && (
          <Button look="secondary" isBusy={link.isRunning} onClick={() => void link.run()}>
            {t("account.notify.telegram.link")}
          </Button>
        )}
      </div>
      {begun && !isLinked && (
        <>
          <Alert kind="info">{t("account.notify.telegram.press", { minutes: begun.minutes })}</Alert>
          <LinkButton look="secondary" className="justify-self-start" href={begun.url} target="_blank" rel="noreferrer">
            {t("account.notify.telegram.open")}
          </LinkButton>
        </>
      )}
    </div>
  );
}

function stateOf({ name, isOffered }: Telegram, t: ReturnType<typeof useT>): string {
  if (name) return t("account.notify.telegram.linked", { name: isolated(`@${name}`) });
  if (name === "") return t("account.notify.telegram.linked_plain");
  return t(isOffered ? "account.notify.telegram.off" : "account.notify.telegram.missing");
}
