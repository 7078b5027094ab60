/** API keys: the active ones with their rights and last use, creating one, and revoking one. */
import { useState } from "react";
import { TRADE_SCOPE } from "#contract/people/api-key-names.ts";
import type { ApiKey } from "#contract/people/api-keys.ts";
import type { ApiKeysProps } from "#contract/people/pages.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import type { Locale } from "#contract/platform/page.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { fiatText } from "#sdk/words/money.ts";
import { useAction } from "#sdk/state/use-action.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { FactRows } from "#ui/fact-rows.tsx";
import { lock } from "#ui/icons/shapes.ts";
import { ApiPlaces } from "../api-places.tsx";
import { FRAME_TEXTS, SettingsFrame } from "../settings-frame.tsx";
import { MakeKey } from "./make-api-key.tsx";

export const screen: PageScreen<"account-api-keys", typeof ApiKeysScreen> = {
  title: "apikeys.title",
  texts: [...FRAME_TEXTS, "account.api", "apikeys", "proof"],
};

export default function ApiKeysScreen({ keys: first }: ApiKeysProps) {
  const t = useT();
  const [keys, setKeys] = useState(first);
  const [isMaking, setMaking] = useState(false);
  const [ending, setEnding] = useState<ApiKey | null>(null);
  return (
    <SettingsFrame
      here="api"
      title={t("apikeys.title")}
      lead={t("apikeys.lead")}
      action={<Button onClick={() => setMaking(true)}>{t("apikeys.make")}</Button>}
    >
      <ApiPlaces here="keys" />
      {keys.length === 0 ? (
        <EmptyState shape={lock} title={t("apikeys.none")}>
          {t("apikeys.none_text")}
        </EmptyState>
      ) : (
        <ul className="grid gap-3">
          {keys.map((key) => (
            <li key={key.id}>
              <KeyCard apiKey={key} onEnd={() => setEnding(key)} />
            </li>
          ))}
        </ul>
      )}
      <HowTo />
      {isMaking && <MakeKey onMade={(key) => setKeys([key, ...keys])} onClose={() => setMaking(false)} />}
      {ending && (
        <EndKey
          apiKey={ending}
          onClose={() => setEnding(null)}
          onDone={(now) => {
            setKeys(now);
            setEnding(null);
          }}
        />
      )}
    </SettingsFrame>
  );
}

type T = ReturnType<typeof useT>;

/** What a key that trades is bounded by, and how much of its day is used. */
function spotRows(t: T, locale: Locale, id: string, { markets, dayUsd, usedUsd }: NonNullable<ApiKey["spot"]>) {
  const usd = (text: string) => `${fiatText(locale, text, "USD")} USD`;
  return [
    [
      t("apikeys.spot.id"),
      <span key="id" dir="ltr" className="font-mono text-xs break-all">
        {id}
      </span>,
    ],
    [
      t("apikeys.spot.markets"),
      <bdi key="markets" dir="ltr">
        {markets.map((one) => one.replace("-", "/")).join(", ")}
      </bdi>,
    ],
    [t("apikeys.spot.today"), t("apikeys.spot.used", { used: usd(usedUsd), most: usd(dayUsd) })],
  ] as const;
}

function KeyCard({ apiKey, onEnd }: { apiKey: ApiKey; onEnd: () => void }) {
  const t = useT();
  const { locale } = usePage();
  return (
    <Card className="grid gap-3 p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="min-w-0 font-semibold break-words">
          <bdi>{apiKey.name}</bdi>
        </h2>
        <Button look="quiet" size="sm" onClick={onEnd}>
          {t("apikeys.end")}
        </Button>
      </div>
      <span className="flex flex-wrap gap-1.5">
        {apiKey.scopes.map((scope) => (
          <Badge key={scope} tone="info">
            {t(scope === TRADE_SCOPE ? "apikeys.spot.title" : `apikeys.scope.${scope}.title`)}
          </Badge>
        ))}
      </span>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        <FactRows
          rows={[
            ...(apiKey.spot ? spotRows(t, locale, apiKey.id, apiKey.spot) : []),
            [
              t("apikeys.last_used"),
              apiKey.lastUsedAt ? <LocalTime key="used" at={apiKey.lastUsedAt} /> : t("apikeys.never"),
            ],
            [t("apikeys.ends"), <LocalTime key="ends" at={apiKey.expiresAt} dateOnly />],
            [
              t("apikeys.networks"),
              apiKey.networks.length === 0 ? (
                t("apikeys.everywhere")
              ) : (
                <span key="networks" dir="ltr" className="font-mono text-xs break-all">
                  {apiKey.networks.join(", ")}
                </span>
              ),
            ],
          ]}
        />
      </dl>
    </Card>
  );
}

/** An example request, by a call that every key can make. */
function HowTo() {
  const t = useT();
  return (
    <section className="grid gap-2">
      <h2 className="text-sm font-semibold">{t("apikeys.how")}</h2>
      <p className="text-sm text-muted">
        {t("apikeys.how_text")}{" "}
        <a dir="ltr" className="underline" href="/openapi.json">
          /openapi.json
        </a>
      </p>
      <pre dir="ltr" className="overflow-x-auto rounded-lg bg-sunken p-4 text-xs">
        {"GET /rest/v1/trades\nAuthorization: Bearer parley_key_…"}
      </pre>
      <p className="text-sm text-muted">{t("apikeys.spot.how")}</p>
      <pre dir="ltr" className="rounded-lg bg-sunken p-4 text-xs break-all whitespace-pre-wrap">
        {"POST /api/v3/order\nX-MBX-APIKEY: …\n\nsymbol=BTCUSDT&side=BUY&type=LIMIT&…&timestamp=…&signature=…"}
      </pre>
    </section>
  );
}

type Ending = { readonly apiKey: ApiKey; readonly onDone: (now: ApiKey[]) => void; readonly onClose: () => void };

function EndKey({ apiKey, onDone, onClose }: Ending) {
  const t = useT();
  const page = usePage();
  const end = useAction(async () => {
    const { endApiKey } = await import("#contract/people/api-keys.ts");
    onDone((await page.call(endApiKey, { params: { id: apiKey.id } })).data);
    page.toast("success", t("apikeys.ended"));
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t("apikeys.end_title", { name: apiKey.name })}
      closeLabel={t("shell.close")}
    >
      <div className="grid gap-4">
        <p className="text-sm text-muted">{t("apikeys.end_text")}</p>
        <Button look="danger" wide isBusy={end.isRunning} onClick={() => void end.run()}>
          {t("apikeys.end")}
        </Button>
      </div>
    </Dialog>
  );
}
