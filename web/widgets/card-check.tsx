/** Findings about a gift card whose code was not shown: for its owner, and for the seller whom it would pay. */
import { type ReactNode, useState } from "react";
import type { GiftCardCheck } from "#contract/market/trades/gift-cards.ts";
import { localized } from "#contract/platform/localized.ts";
import { Alert } from "#ui/alert.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { alertTriangle, checkCircle, lock } from "#ui/icons/shapes.ts";
import { Icon } from "#ui/icon.tsx";
import { loadTexts } from "#sdk/words/late-texts.ts";
import type { Messages } from "#sdk/words/t.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";

const CARDCHECK_TEXTS = import.meta.glob<Messages>("../i18n/cardcheck/*.json", { import: "default" });

/** The button stays; what was found is shown over the page. */
export function CardCheck({ card, label, closeLabel }: { card: string; label: string; closeLabel: string }) {
  const page = usePage();
  const [found, setFound] = useState<GiftCardCheck | null>(null);
  const check = useAction(async () => {
    const { checkGiftCard } = await import("#contract/market/trades/gift-cards.ts");
    await loadTexts(page, "cardcheck", CARDCHECK_TEXTS);
    setFound((await page.call(checkGiftCard, { body: { gift_card: card } })).data);
  });
  return (
    <>
      <Button look="secondary" size="sm" isBusy={check.isRunning} onClick={() => void check.run()}>
        {label}
      </Button>
      {check.refusal && <Alert kind="danger">{check.refusal.message}</Alert>}
      {found && <Found found={found} closeLabel={closeLabel} onClose={() => setFound(null)} />}
    </>
  );
}

type EventName = GiftCardCheck["events"][number]["name"];

const LOOKS: Readonly<Record<EventName, { readonly shape: string; readonly look: string }>> = {
  added: { shape: lock, look: "text-muted" },
  brought_again: { shape: alertTriangle, look: "text-warn" },
  form_fits: { shape: checkCircle, look: "text-good" },
  form_differs: { shape: alertTriangle, look: "text-warn" },
};

function Found({ found, closeLabel, onClose }: { found: GiftCardCheck; closeLabel: string; onClose: () => void }) {
  const t = useT();
  const { locale } = usePage();
  const { challenge, challengeEndsAt, url, events, knowledgeLink } = found;
  return (
    <Dialog isOpen isSheet onClose={onClose} title={t("cardcheck.title")} closeLabel={closeLabel}>
      <div className="grid gap-4 text-sm">
        <p className="text-muted">{t("cardcheck.lead")}</p>
        <ol className="grid gap-3">
          {events.map(({ name, at }) => (
            <li key={name} className="grid grid-cols-[auto_1fr] gap-x-3">
              <span className={LOOKS[name].look}>
                <Icon shape={LOOKS[name].shape} />
              </span>
              <span className="grid gap-0.5">
                <span>{t(`cardcheck.event.${name}`)}</span>
                <span className="text-xs text-muted">
                  <LocalTime at={at} />
                </span>
              </span>
            </li>
          ))}
        </ol>
        {challenge && challengeEndsAt && (
          <Part title={t("cardcheck.word")}>
            <output dir="ltr" className="justify-self-start font-mono text-lg font-semibold tracking-widest">
              {challenge}
            </output>
            <p className="text-muted">
              {t("cardcheck.word_text")} <LocalTime at={challengeEndsAt} />
            </p>
          </Part>
        )}
        <Part title={t("cardcheck.issuer")}>
          <div className="flex flex-wrap gap-2">
            {url && (
              <LinkButton look="secondary" size="sm" href={url} target="_blank" rel="noopener noreferrer">
                {t("cardcheck.open", { host: new URL(url).host })}
              </LinkButton>
            )}
            <LinkButton look="quiet" size="sm" href={localized(locale, knowledgeLink)}>
              {t("cardcheck.rules")}
            </LinkButton>
          </div>
        </Part>
      </div>
    </Dialog>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-2 rounded-lg bg-sunken p-4">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  );
}
