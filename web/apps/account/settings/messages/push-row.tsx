/** Whether this browser takes notifications while no page is open, and the button that begins or ends it. */
import { useEffect, useState } from "react";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import type { PushState } from "#sdk/web-push.ts";
import { Button } from "#ui/button.tsx";

export function PushRow({ devices }: { devices: number }) {
  const page = usePage();
  const t = useT();
  const [state, setState] = useState<PushState | null>(null);
  useEffect(() => {
    void import("#sdk/web-push.ts").then(({ pushState }) => pushState()).then(setState, reportError);
  }, []);
  const turn = useAction(async (isOn: boolean) => {
    const { startPush, stopPush } = await import("#sdk/web-push.ts");
    try {
      setState(await (isOn ? startPush(page) : stopPush(page)));
    } catch {
      page.toast("error", t("account.notify.push.failed"));
    }
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="grid gap-0.5 text-sm">
        <p className="font-medium">{t("account.notify.push.title")}</p>
        <p className="text-xs text-muted">{t(`account.notify.push.${state ?? "off"}`)}</p>
        {devices > 0 && <p className="text-xs text-muted">{t("account.notify.push.devices", { count: devices })}</p>}
      </div>
      {(state === "on" || state === "off") && (
        <Button look="secondary" isBusy={turn.isRunning} onClick={() => void turn.run(state === "off")}>
          {t(state === "off" ? "account.notify.push.turn_on" : "account.notify.push.turn_off")}
        </Button>
      )}
    </div>
  );
}
