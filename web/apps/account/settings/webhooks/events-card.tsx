/** The events of the webhook: a checkbox for each, saved together. */
import { useState } from "react";
import { WEBHOOK_EVENTS, type WebhookEvent } from "#contract/reach/webhooks/names.ts";
import type { Webhook } from "#contract/reach/webhooks/webhooks.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Checkbox } from "#ui/forms/checkbox.tsx";
import { Form } from "#ui/forms/form.tsx";

const GROUPS = ["trade", "feedback", "crypto", "offer", "wallet"] as const;
type Group = (typeof GROUPS)[number];
/** Coins that come and go are one group for people. */
const SHOWN: readonly (readonly [name: "trades" | "feedback" | "wallet" | "offers", of: readonly Group[]])[] = [
  ["trades", ["trade"]],
  ["wallet", ["crypto", "wallet"]],
  ["feedback", ["feedback"]],
  ["offers", ["offer"]],
];
const inGroup = (event: WebhookEvent, of: readonly Group[]) => of.some((group) => event.startsWith(`${group}.`));

type Props = { readonly webhook: Webhook; readonly onChange: (webhook: Webhook) => void };

export function EventsCard({ webhook, onChange }: Props) {
  const t = useT();
  const page = usePage();
  const saved = new Set(webhook.events.filter(({ checked }) => checked).map(({ name }) => name));
  const [chosen, choose] = useState<ReadonlySet<WebhookEvent>>(saved);
  const isChanged = WEBHOOK_EVENTS.some((name) => saved.has(name) !== chosen.has(name));
  const save = useAction(async () => {
    const { chooseWebhookEvents } = await import("#contract/reach/webhooks/webhooks.ts");
    const events = WEBHOOK_EVENTS.map((name) => ({ name, checked: chosen.has(name) }));
    onChange((await page.call(chooseWebhookEvents, { body: { events } })).data);
    page.toast("success", t("webhooks.events_saved"));
  });
  const press = (name: WebhookEvent, isOn: boolean) =>
    choose(new Set(WEBHOOK_EVENTS.filter((one) => (one === name ? isOn : chosen.has(one)))));
  return (
    <Card className="grid gap-4 p-5">
      <h2 className="font-semibold">{t("webhooks.events")}</h2>
      <Form className="grid gap-4" onSubmit={() => void save.run()}>
        <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
          {SHOWN.map(([group, of]) => (
            <fieldset key={group} className="grid content-start">
              <legend className="text-sm font-medium text-muted">{t(`webhooks.group.${group}`)}</legend>
              {WEBHOOK_EVENTS.filter((name) => inGroup(name, of)).map((name) => (
                <Checkbox
                  key={name}
                  checked={chosen.has(name)}
                  onChange={(event) => press(name, event.currentTarget.checked)}
                  hint={
                    <span dir="ltr" className="font-mono text-2xs break-all">
                      {name}
                    </span>
                  }
                >
                  {t(`webhooks.event.${name}`)}
                </Checkbox>
              ))}
            </fieldset>
          ))}
        </div>
        <Button
          type="submit"
          look="secondary"
          className="justify-self-start"
          disabled={!isChanged}
          isBusy={save.isRunning}
        >
          {t("webhooks.save_events")}
        </Button>
      </Form>
    </Card>
  );
}
