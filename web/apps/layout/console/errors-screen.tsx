/** What broke in browsers, calls and jobs, by kind; which are shown stands in the address. */
import { useState } from "react";
import { ERROR_SOURCES, ERROR_STATES } from "#contract/error-names.ts";
import type { ErrorKind } from "#contract/error-reports.ts";
import type { StaffErrorsProps } from "#contract/page-props.ts";
import { LocalTime } from "#sdk/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/use-action.ts";
import { Badge } from "#ui/badge.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { check } from "#ui/icons/shapes.ts";
import { ConsoleHead } from "./console-nav.tsx";

type Filters = StaffErrorsProps["filters"];

export function ErrorsScreen({ errors: first, filters }: StaffErrorsProps) {
  const t = useT();
  const page = usePage();
  const [errors, setErrors] = useState(first);
  const resolve = useAction(async (id: string) => {
    const { resolveError } = await import("#contract/error-reports.ts");
    const { data } = await page.call(resolveError, { body: { id } });
    setErrors({ kinds: errors.kinds.filter((kind) => kind.id !== id), counts: data.counts });
    page.toast("success", t("console.errors.done"));
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 py-6">
      <ConsoleHead title={t("console.errors.title")} here="errors" />
      <Choices filters={filters} counts={errors.counts} />
      {errors.kinds.length === 0 ? (
        <EmptyState shape={check} title={t("console.errors.none")} />
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {errors.kinds.map((kind) => (
            <li key={kind.id}>
              <Card className="grid grid-cols-[minmax(0,1fr)] gap-2 p-4" data-error={kind.id}>
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
              </Card>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Choices({ filters, counts }: { filters: Filters; counts: StaffErrorsProps["errors"]["counts"] }) {
  const t = useT();
  const page = usePage();
  const hrefOf = ({ state, source }: Filters) => {
    const query = new URLSearchParams({
      ...(state === "open" ? {} : { state }),
      ...(source === "all" ? {} : { source }),
    }).toString();
    const path = page.href("staffErrors", undefined);
    return query ? `${path}?${query}` : path;
  };
  const link = (to: Filters, text: string) => {
    const isHere = to.state === filters.state && to.source === filters.source;
    return (
      <LinkButton
        key={text}
        size="sm"
        look={isHere ? "primary" : "secondary"}
        aria-current={isHere ? "page" : undefined}
        href={hrefOf(to)}
      >
        {text}
      </LinkButton>
    );
  };
  return (
    <div className="flex flex-wrap justify-between gap-3">
      <nav aria-label={t("console.errors.which_state")} className="flex flex-wrap gap-2">
        {ERROR_STATES.map((state) =>
          link({ ...filters, state }, t(`console.errors.state.${state}`, { count: counts[state] })),
        )}
      </nav>
      <nav aria-label={t("console.errors.which_source")} className="flex flex-wrap gap-2">
        {(["all", ...ERROR_SOURCES] as const).map((source) =>
          link({ ...filters, source }, t(`console.errors.source.${source}`)),
        )}
      </nav>
    </div>
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
