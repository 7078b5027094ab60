/** The webhooks of users that fail most: which server, since when, and how much waits for it. */
import type { StaffWebhooksProps } from "#contract/staff/pages.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Badge } from "#ui/badge.tsx";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { check } from "#ui/icons/shapes.ts";
import { Table } from "#ui/table.tsx";
import { ConsoleFrame, NAV_TEXTS } from "./console-nav.tsx";
import { QueuePager } from "./queue/pager.tsx";

export const screen: PageScreen<"staff-webhooks", typeof StaffWebhooksScreen> = {
  title: "webhooks.staff.title",
  texts: ["webhooks.staff", "webhooks.status", ...NAV_TEXTS, "console.filter"],
};

export default function StaffWebhooksScreen({ found, after }: StaffWebhooksProps) {
  const t = useT();
  const page = usePage();
  return (
    <ConsoleFrame title={t("webhooks.staff.title")} here="staffWebhooks">
      <p className="max-w-3xl text-sm text-muted">{t("webhooks.staff.about")}</p>
      {found.rows.length === 0 ? (
        <EmptyState shape={check} title={t("webhooks.staff.none")} />
      ) : (
        <Card className="grid grid-cols-[minmax(0,1fr)] p-2">
          <Table
            isStacked
            caption={t("webhooks.staff.title")}
            head={["person", "server", "state", "failures", "since", "waiting", "day"].map((key) =>
              t(`webhooks.staff.${key as "person"}`),
            )}
            numbers={[3, 5, 6]}
          >
            {found.rows.map((row) => (
              <tr key={row.username}>
                <td>
                  <a className="underline" href={page.href("user", { username: row.username })}>
                    {row.username}
                  </a>
                </td>
                <td dir="ltr" className="break-all">
                  {row.host}
                </td>
                <td>
                  <Badge tone={row.status === "enabled" ? "good" : row.status === "disabled" ? "bad" : "info"}>
                    {t(`webhooks.status.${row.status}`)}
                  </Badge>
                </td>
                <td className="text-end tabular-nums">{row.failures}</td>
                <td>{row.failingSince ? <LocalTime at={row.failingSince} /> : t("webhooks.staff.never")}</td>
                <td className="text-end tabular-nums">{row.waiting}</td>
                <td className="text-end tabular-nums">
                  {t("webhooks.staff.day_of", { good: row.delivered, bad: row.failed })}
                </td>
              </tr>
            ))}
          </Table>
        </Card>
      )}
      <QueuePager
        label={t("webhooks.staff.title")}
        base={page.href("staffWebhooks", undefined)}
        values={{}}
        after={after}
        next={found.next}
      />
    </ConsoleFrame>
  );
}
