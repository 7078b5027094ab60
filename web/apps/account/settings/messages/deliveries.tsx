/** A test of each channel, and the delivery status of the last notifications, loaded on demand. */
import { useState } from "react";
import type { Channel } from "#contract/reach/notification-channels.ts";
import type { Delivery } from "#contract/reach/notifications.ts";
import { agoText } from "#sdk/words/ago.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Rows } from "#ui/rows.tsx";

export function Deliveries({ channels }: { channels: readonly Channel[] }) {
  const page = usePage();
  const t = useT();
  const [sent, setSent] = useState<readonly Delivery[] | null>(null);
  const load = useAction(async () => {
    const { listDeliveries } = await import("#contract/reach/notifications.ts");
    setSent((await page.call(listDeliveries, {})).data);
  });
  const ask = useAction(async (channel: Channel) => {
    const { testNotification } = await import("#contract/reach/notifications.ts");
    await page.call(testNotification, { body: { channel } });
    page.toast("success", t("account.notify.test.done"));
  });
  return (
    <>
      <div className="grid gap-2 border-t border-line pt-4">
        <p className="text-sm font-medium">{t("account.notify.test.title")}</p>
        <p className="text-xs text-muted">{t("account.notify.test.lead")}</p>
        <div className="flex flex-wrap gap-2">
          {channels.map((channel) => (
            <Button key={channel} look="secondary" size="sm" onClick={() => void ask.run(channel)}>
              {t("account.notify.test.send", { channel: t(`account.notify.channel.${channel}`) })}
            </Button>
          ))}
        </div>
      </div>
      <div className="grid gap-2 border-t border-line pt-4">
        <p className="text-sm font-medium">{t("account.notify.sent.title")}</p>
        {sent && <SentList sent={sent} />}
        <Button look="secondary" className="justify-self-start" isBusy={load.isRunning} onClick={() => void load.run()}>
          {t("account.notify.sent.show")}
        </Button>
      </div>
    </>
  );
}

function SentList({ sent }: { sent: readonly Delivery[] }) {
  const page = usePage();
  const t = useT();
  if (sent.length === 0) return <p className="text-sm text-muted">{t("account.notify.sent.none")}</p>;
  return (
    <Rows>
      {sent.map(({ id, kind, at, channels }) => (
        <li key={id} className="grid gap-0.5 py-2 text-sm">
          <span className="flex flex-wrap justify-between gap-x-3">
            <span>{t.maybe(`notifications.title.${kind}`, t("notices.other"))}</span>
            <span className="text-xs text-muted">{agoText(t, page.nowMs() - Date.parse(at))}</span>
          </span>
          <span className="flex flex-wrap gap-x-3 text-xs text-muted">
            {channels.map(({ channel, state }) => (
              <span key={channel} className={state === "failed" ? "text-bad" : undefined}>
                {t(`account.notify.channel.${channel}`)}: {t(`account.notify.sent.state.${state}`)}
              </span>
            ))}
          </span>
        </li>
      ))}
    </Rows>
  );
}
