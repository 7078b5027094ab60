/** The user's data as an archive: requesting it, and downloading it when it is ready. */
import { useState } from "react";
import { DATA_FILE } from "#contract/compliance/data-file.ts";
import type { DataExport } from "#contract/compliance/own-data.ts";
import type { SettingsPrivacyProps } from "#contract/people/pages.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { putQuery, usePageQuery } from "#sdk/calls/queries.ts";
import { Alert } from "#ui/alert.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { AskForData } from "./ask-for-data.tsx";
import { SettingsCard } from "../settings-card.tsx";

const DATA_EXPORT = ["data-export"] as const;
const LOOK_AGAIN_MS = 3000;

export function DataCard({ dataExport }: Pick<SettingsPrivacyProps, "dataExport">) {
  const t = useT();
  const page = usePage();
  const [isAsking, setAsking] = useState(false);
  const { data, error } = usePageQuery<DataExport>({
    queryKey: [...DATA_EXPORT],
    queryFn: async () => {
      const { getDataExport } = await import("#contract/compliance/own-data.ts");
      return (await page.call(getDataExport, {})).data;
    },
    initialData: dataExport,
    // The props of the page are current.
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (isMaking(state.data) ? LOOK_AGAIN_MS : false),
  });
  const asked = data?.asked;
  return (
    <SettingsCard title={t("account.data.title")} lead={t("account.data.lead")}>
      {error && <Alert kind="danger">{error.message}</Alert>}
      {asked && <Standing asked={asked} />}
      {!asked?.isHere && (
        <Button look="secondary" className="justify-self-start" onClick={() => setAsking(true)}>
          {t("account.data.button")}
        </Button>
      )}
      {isAsking && (
        <AskForData
          onDone={(now) => {
            putQuery<DataExport>(page, DATA_EXPORT, now);
            setAsking(false);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </SettingsCard>
  );
}

function isMaking(known: DataExport | undefined): boolean {
  return known?.asked?.isHere === true && known.asked.sizeBytes === null;
}

function Standing({ asked }: { asked: NonNullable<DataExport["asked"]> }) {
  const t = useT();
  if (!asked.isHere) return <p className="text-sm text-muted">{t("account.data.elsewhere")}</p>;
  if (asked.sizeBytes === null)
    return (
      <p className="flex items-center gap-2 text-sm" role="status">
        <Spinner /> {t("account.data.making")}
      </p>
    );
  return (
    <>
      <p className="text-sm">
        {t("account.data.ready")} <LocalTime at={asked.expiresAt} />
      </p>
      <LinkButton look="secondary" className="justify-self-start" href={DATA_FILE} download>
        {t("account.data.download")}
      </LinkButton>
    </>
  );
}
