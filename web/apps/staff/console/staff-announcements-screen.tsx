/** Announcements above every page: current, planned and past ones, and a form for a new one. */
import { useState } from "react";
import { ANNOUNCEMENT_KINDS, ANNOUNCEMENT_STATES } from "#contract/staff/announcement-names.ts";
import type { Announcement, AnnouncementPage } from "#contract/staff/announcements.ts";
import type { StaffAnnouncementsProps } from "#contract/staff/pages.ts";
import { hasLetters, trimmed } from "#contract/platform/plain-text.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { info } from "#ui/icons/shapes.ts";
import { Input } from "#ui/forms/input.tsx";
import { AnnouncementForm } from "./announcement-form.tsx";
import { ConsoleFrame, NAV_TEXTS } from "./console-nav.tsx";
import { QueueCards } from "./queue/cards.tsx";
import { QueueFilters } from "./queue/filters.tsx";
import { QueuePager } from "./queue/pager.tsx";
import { useQueue } from "./queue/use-queue.ts";

export const screen: PageScreen<"staff-announcements", typeof AnnouncedScreen> = {
  title: "console.announcements.title",
  texts: [...NAV_TEXTS, "console", "staff", "status.part"],
};

const TONES = { planned: "info", shown: "good", over: "neutral" } as const;

export default function AnnouncedScreen({ found: first, filters, parts }: StaffAnnouncementsProps) {
  const t = useT();
  const page = usePage();
  const { found, refresh } = useQueue<AnnouncementPage>({
    name: "announcements",
    asked: filters,
    first,
    load: async (query) => {
      const { listAnnouncements } = await import("#contract/staff/announcements.ts");
      return (await page.call(listAnnouncements, { query })).data;
    },
  });
  const { after, ...named } = filters;
  const base = page.href("staffAnnouncements", undefined);
  return (
    <ConsoleFrame title={t("console.announcements.title")} here="staffAnnouncements">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-2 lg:items-start">
        <Card className="grid gap-4 p-5">
          <h2 className="font-semibold">{t("console.announcements.new")}</h2>
          <AnnouncementForm parts={parts} onDone={refresh} />
        </Card>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Filters filters={filters} base={base} />
          {found.rows.length === 0 ? (
            <EmptyState shape={info} title={t("console.announcements.none")} />
          ) : (
            <QueueCards label={t("console.announcements.title")} rows={found.rows} keyOf={({ id }) => id}>
              {(one) => (
                <div className="grid gap-2">
                  <Row one={one} onDone={refresh} />
                </div>
              )}
            </QueueCards>
          )}
          <QueuePager
            label={t("console.announcements.title")}
            base={base}
            values={named}
            after={after}
            next={found.next}
          />
        </div>
      </div>
    </ConsoleFrame>
  );
}

function Filters({ filters, base }: { filters: StaffAnnouncementsProps["filters"]; base: string }) {
  const t = useT();
  return (
    <QueueFilters
      base={base}
      fields={[
        { name: "who", label: t("console.announcements.filter.who"), value: filters.who },
        {
          name: "state",
          label: t("console.announcements.filter.state"),
          value: filters.state,
          options: ANNOUNCEMENT_STATES.map((state) => [state, t(`console.announcements.state.${state}`)] as const),
        },
        {
          name: "kind",
          label: t("console.announcements.filter.kind"),
          value: filters.kind,
          options: ANNOUNCEMENT_KINDS.map((kind) => [kind, t(`console.announcements.kind.${kind}`)] as const),
        },
      ]}
    />
  );
}

type RowProps = { readonly one: Announcement; readonly onDone: () => void };

function Row({ one, onDone }: RowProps) {
  const t = useT();
  const { locale } = usePage();
  return (
    <>
      <p className="flex flex-wrap gap-2">
        <Badge tone={TONES[one.state]}>{t(`console.announcements.state.${one.state}`)}</Badge>
        <Badge>{t(`console.announcements.kind.${one.kind}`)}</Badge>
      </p>
      <p dir="auto" className="text-sm [overflow-wrap:anywhere]">
        {one.text[locale]}
      </p>
      {one.parts.length > 0 && (
        <p className="text-xs text-muted">
          {new Intl.ListFormat(locale).format(one.parts.map((part) => t(`status.part.${part}`)))}
        </p>
      )}
      <p className="text-xs text-muted">
        <LocalTime at={one.startsAt} /> – <LocalTime at={one.endsAt} /> · <bdi>{one.madeBy}</bdi>
        {one.endedBy && ` · ${t("console.announcements.ended", { name: one.endedBy })}`}
      </p>
      {one.state !== "over" && <EndForm one={one} onDone={onDone} />}
    </>
  );
}

function EndForm({ one, onDone }: RowProps) {
  const t = useT();
  const page = usePage();
  const [reason, setReason] = useState("");
  const end = useAction(
    async (id: string, why: string) => {
      const { endAnnouncement } = await import("#contract/staff/announcements.ts");
      await page.call(endAnnouncement, { body: { id, reason: why } });
      onDone();
      page.toast("success", t("console.announcements.done_end"));
    },
    { fields: ["reason"] },
  );
  const isReady = hasLetters(reason, 3);
  return (
    <Form className="flex flex-wrap items-end gap-2" onSubmit={() => isReady && void end.run(one.id, trimmed(reason))}>
      <Field
        label={t("console.announcements.why_end")}
        error={end.refusal?.fault("reason")}
        className="min-w-48 flex-1"
      >
        {(ids) => <Input {...ids} maxLength={300} value={reason} onChange={(event) => setReason(event.target.value)} />}
      </Field>
      <Button type="submit" look="secondary" disabled={!isReady} isBusy={end.isRunning}>
        {t("console.announcements.end")}
      </Button>
    </Form>
  );
}
