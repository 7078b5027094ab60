/** Errors of browsers, calls and jobs, by kind; the filter is in the address. */
import { ERROR_SOURCES, ERROR_STATES } from "#contract/platform/errors/error-names.ts";
import type { ErrorKind, ErrorList } from "#contract/platform/errors/error-reports.ts";
import type { StaffErrorsProps } from "#contract/staff/pages.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { check } from "#ui/icons/shapes.ts";
import { Segments } from "#ui/segments.tsx";
import { ConsoleFrame, NAV_TEXTS } from "./console-nav.tsx";
import { QueueCards } from "./queue/cards.tsx";
import { QueueFilters } from "./queue/filters.tsx";
import { QueuePager } from "./queue/pager.tsx";
import { useQueue } from "./queue/use-queue.ts";

export const screen: PageScreen<"staff-errors", typeof ErrorsScreen> = {
  title: "console.errors.title",
  texts: [...NAV_TEXTS, "console"],
};

export default function ErrorsScreen({ state, found: first, filters }: StaffErrorsProps) {
  const t = useT();
  const page = usePage();
  const { found, refresh } = useQueue<ErrorList>({
    name: "errors",
    asked: { state, ...filters },
    first,
    load: async (query) => {
      const { listErrors } = await import("#contract/platform/errors/error-reports.ts");
      return (await page.call(listErrors, { query })).data;
    },
  });
  const resolve = useAction(async (id: string) => {
    const { resolveError } = await import("#contract/platform/errors/error-reports.ts");
    await page.call(resolveError, { body: { id } });
    refresh();
    page.toast("success", t("console.errors.done"));
  });
  const { after, ...named } = filters;
  const base = page.href("staffErrors", undefined);
  const kept = state === "open" ? "" : state;
  return (
    <ConsoleFrame title={t("console.errors.title")} here="staffErrors">
      <div className="max-w-full overflow-x-auto">
        <Segments
          label={t("console.errors.which_state")}
          chosen={state}
          segments={ERROR_STATES.map((key) => ({
            key,
            label: t(`console.errors.state.${key}`, { count: found.counts[key] }),
            href: key === "open" ? base : `${base}?state=${key}`,
          }))}
        />
      </div>
      <QueueFilters
        base={base}
        kept={{ state: kept }}
        fields={[
          { name: "about", label: t("console.errors.about"), value: filters.about },
          {
            name: "source",
            label: t("console.errors.which_source"),
            value: filters.source,
            options: ERROR_SOURCES.map((source) => [source, t(`console.errors.source.${source}`)] as const),
          },
        ]}
      />
      {found.kinds.length === 0 ? (
        <EmptyState shape={check} title={t("console.errors.none")} />
      ) : (
        <QueueCards label={t("console.errors.title")} rows={found.kinds} keyOf={({ id }) => id}>
          {(kind) => (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
              <Kind kind={kind} />
              {kind.resolvedAt === null && (
                <div>
                  <Button
                    look="secondary"
                    size="sm"
                    isBusy={resolve.isRunning}
                    onClick={() => void resolve.run(kind.id)}
                  >
                    {t("console.errors.resolve")}
                  </Button>
                </div>
              )}
            </div>
          )}
        </QueueCards>
      )}
      <QueuePager
        label={t("console.errors.title")}
        base={base}
        values={{ state: kept, ...named }}
        after={after}
        next={found.next}
      />
    </ConsoleFrame>
  );
}

function Kind({ kind }: { kind: ErrorKind }) {
  const t = useT();
  const details = [
    [t("console.errors.request"), kind.requestId],
    [t("console.errors.release"), kind.release],
  ].filter(([, value]) => value);
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={kind.source === "browser" ? "info" : "warn"}>{t(`console.errors.kind.${kind.source}`)}</Badge>
        <bdi dir="ltr" className="min-w-0 text-sm font-medium [overflow-wrap:anywhere]">
          {kind.place || t("console.errors.many")}
        </bdi>
        <span className="text-xs text-muted">{t("console.errors.times", { count: kind.times })}</span>
      </p>
      <p dir="ltr" className="text-start text-sm [overflow-wrap:anywhere]">
        {kind.message}
      </p>
      <p className="text-xs text-muted">
        <LocalTime at={kind.lastAt} /> · {t("console.errors.since")} <LocalTime at={kind.firstAt} />
        {kind.resolvedBy && ` · ${t("console.errors.resolved", { name: kind.resolvedBy })}`}
      </p>
      {(kind.stack || details.length > 0) && (
        <details className="text-xs">
          <summary className="cursor-pointer text-muted">{t("console.errors.details")}</summary>
          {details.map(([label, value]) => (
            <p key={label} className="text-muted">
              {label}: <bdi dir="ltr">{value}</bdi>
            </p>
          ))}
          {kind.stack && (
            <pre dir="ltr" className="mt-2 max-h-64 overflow-auto rounded-lg bg-sunken p-3 text-start">
              {kind.stack}
            </pre>
          )}
        </details>
      )}
    </>
  );
}
