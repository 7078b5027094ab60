/** The telephone number of the account: none, waiting for its code, or confirmed. */
import { useEffect, useState } from "react";
import type { PhoneView } from "#contract/people/phones.ts";
import { isolated } from "#sdk/words/money.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { putQuery, usePageQuery } from "#sdk/calls/queries.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { useTwoFactor } from "#sdk/calls/use-proof.ts";
import { Alert } from "#ui/alert.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { AskForCode } from "../security/ask-for-code.tsx";
import { ShowPhoneCode } from "./show-phone-code.tsx";
import { SettingsCard } from "../settings-card.tsx";

const PHONE = ["phone"] as const;
const LOOK_AGAIN_MS = 2000;

/** The response and its time: its countdown runs from there. */
type Known = { readonly phone: PhoneView; readonly atMs: number };

export function PhoneCard({ phone: first }: { phone: PhoneView }) {
  const t = useT();
  const page = usePage();
  // A link to the card wants the form.
  const [isAdding, setAdding] = useState(false);
  useEffect(() => setAdding(location.hash === "#phone"), []);
  const { data, error, refetch } = usePageQuery<Known>({
    queryKey: [...PHONE],
    queryFn: async () => {
      const { getPhone } = await import("#contract/people/phones.ts");
      return { phone: (await page.call(getPhone, {})).data, atMs: page.nowMs() };
    },
    initialData: { phone: first, atMs: page.madeAtMs },
    // The props of the page are current.
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data?.phone.delivery === "waiting" ? LOOK_AGAIN_MS : false),
  });
  const { phone, atMs } = data ?? { phone: first, atMs: page.madeAtMs };
  const put = (now: PhoneView) => putQuery<Known>(page, PHONE, { phone: now, atMs: page.nowMs() });
  const send = useAction(
    async (number: string, call: boolean, consent: boolean, country?: string) => {
      const { sendPhoneCode } = await import("#contract/people/phones.ts");
      const of = country ? { country_iso: country } : {};
      const body = { phone: number, call, isCitizenshipConsentAccepted: consent, ...of };
      put((await page.call(sendPhoneCode, { body })).data);
    },
    { fields: ["phone", "isCitizenshipConsentAccepted"] },
  );
  const confirm = useAction(
    async (phoneCode: string) => {
      const { confirmPhone, PHONE_CONFIRM_DELAY_MS } = await import("#contract/people/phones.ts");
      await new Promise((done) => setTimeout(done, PHONE_CONFIRM_DELAY_MS));
      // A wrong code changes what can be done next.
      const answer = await page.call(confirmPhone, { body: { phoneCode } }).catch((fault: unknown) => {
        void refetch();
        throw fault;
      });
      put(answer.data);
      page.toast("success", t("account.phone.done"));
    },
    { quiet: true },
  );
  const reset = useAction(async (isConfirmed: boolean) => {
    const { resetPhone } = await import("#contract/people/phones.ts");
    put((await page.call(resetPhone, {})).data);
    confirm.clear();
    if (isConfirmed) page.toast("success", t("account.phone.removed"));
  });
  // It can be chosen on this page while the card is open.
  const noTexts = useTwoFactor().data?.noTexts ?? phone.noTexts;
  const again = atMs + phone.countdown * 1000;
  return (
    <SettingsCard id="phone" title={t("account.phone.title")} lead={t("account.phone.lead")}>
      {error && <Alert kind="danger">{error.message}</Alert>}
      {phone.state === "confirmed" && (
        <Confirmed number={phone.number ?? ""} isBusy={reset.isRunning} onRemove={() => void reset.run(true)} />
      )}
      {phone.state === "code_sent" && (
        <ShowPhoneCode phone={phone} noTexts={noTexts} againMs={again} {...{ send, confirm, reset }} />
      )}
      {phone.state === "unset" && !phone.isOffered && <Alert kind="info">{t("account.phone.off")}</Alert>}
      {phone.state === "unset" && phone.isOffered && !isAdding && (
        <Button look="secondary" className="justify-self-start" onClick={() => setAdding(true)}>
          {t("account.phone.add")}
        </Button>
      )}
      {phone.state === "unset" && phone.isOffered && isAdding && (
        <AskForCode isExceeded={phone.isAttemptsExceeded} noTexts={noTexts} againMs={again} send={send} />
      )}
    </SettingsCard>
  );
}

function Confirmed({ number, isBusy, onRemove }: { number: string; isBusy: boolean; onRemove: () => void }) {
  const t = useT();
  return (
    <p className="flex flex-wrap items-center gap-3">
      <span className="font-medium">{isolated(number)}</span>
      <Badge tone="good">{t("account.phone.confirmed")}</Badge>
      <Button look="quiet" size="sm" isBusy={isBusy} onClick={onRemove}>
        {t("account.phone.remove")}
      </Button>
    </p>
  );
}
