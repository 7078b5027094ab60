/** The webhook of an account: its address and state, what it is notified of, what was sent, and how a program reads it. */
import { useState } from "react";
import type { WebhookPageProps } from "#contract/reach/pages.ts";
import type { Webhook } from "#contract/reach/webhooks/webhooks.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { usePageQuery } from "#sdk/calls/queries.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Card } from "#ui/card.tsx";
import { ApiPlaces } from "../api-places.tsx";
import { FRAME_TEXTS, SettingsFrame } from "../settings-frame.tsx";
import { AddressCard } from "./address-card.tsx";
import { DeliveryLog } from "./delivery-log.tsx";
import { EventsCard } from "./events-card.tsx";
import { HowTo } from "./how-to.tsx";
import { SecretCard } from "./secret-card.tsx";

export const screen: PageScreen<"account-webhooks", typeof WebhooksScreen> = {
  title: "webhooks.title",
  texts: [...FRAME_TEXTS, "account.api", "webhooks", "proof"],
};

const LOOK_AGAIN_MS = 1000;

export default function WebhooksScreen({ webhook: first, log }: WebhookPageProps) {
  const t = useT();
  const page = usePage();
  const [shown, show] = useState(first);
  // While the address is being checked the answer comes within seconds.
  const isChecking = shown.status === "verification";
  const { data = shown } = usePageQuery<Webhook>({
    queryKey: ["webhook", isChecking ? "checking" : "still"],
    queryFn: async () => {
      const { getWebhook } = await import("#contract/reach/webhooks/webhooks.ts");
      const { data: now } = await page.call(getWebhook, {});
      if (now.status !== shown.status) show(now);
      return now;
    },
    initialData: shown,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: isChecking ? LOOK_AGAIN_MS : false,
  });
  const webhook = isChecking ? data : shown;
  return (
    <SettingsFrame here="api" title={t("webhooks.title")} lead={t("webhooks.lead")}>
      <ApiPlaces here="webhooks" />
      <AddressCard webhook={webhook} onChange={show} />
      {webhook.status !== "initial" && (
        <>
          <EventsCard webhook={webhook} onChange={show} />
          <SecretCard webhook={webhook} onChange={show} />
          <Card className="grid grid-cols-[minmax(0,1fr)] gap-4 p-5">
            <DeliveryLog first={log} webhook={webhook} />
          </Card>
        </>
      )}
      <HowTo />
    </SettingsFrame>
  );
}
