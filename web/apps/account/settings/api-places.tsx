/** The two pages for programs: keys that read, and messages that are sent. */
import { usePage, useT } from "#sdk/page-kit.ts";
import { Segments } from "#ui/segments.tsx";

export function ApiPlaces({ here }: { here: "keys" | "webhooks" }) {
  const page = usePage();
  const t = useT();
  return (
    <div className="sm:w-80">
      <Segments
        label={t("account.part.api")}
        chosen={here}
        segments={[
          { key: "keys", label: t("account.api.keys"), href: page.href("accountKeys", undefined) },
          { key: "webhooks", label: t("account.api.webhooks"), href: page.href("accountWebhooks", undefined) },
        ]}
      />
    </div>
  );
}
