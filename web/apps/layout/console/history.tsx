/** Who changed something, when and why, the newest first; what is older comes when it is asked for. */
import { useState } from "react";
import { LocalTime } from "#sdk/local-time.tsx";
import { useT } from "#sdk/page-kit.ts";
import { usePageQuery } from "#sdk/queries.ts";
import { useAction } from "#sdk/use-action.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Spinner } from "#ui/spinner.tsx";

type Line = {
  readonly text: string;
  readonly reason: string | null;
  readonly changedBy: string | null;
  readonly confirmedBy?: string | null;
  readonly at: string;
};
export type HistoryPage = { readonly rows: readonly Line[]; readonly next: string | null };
type Props = {
  readonly queryKey: readonly [string, string];
  /** With the end of the page before, where there is one. */
  readonly load: (page: { readonly after?: string }) => Promise<HistoryPage>;
};

export function History({ queryKey, load }: Props) {
  const t = useT();
  const { data, isError } = usePageQuery<HistoryPage>({ queryKey, queryFn: () => load({}), staleTime: 0 });
  const [read, setRead] = useState<HistoryPage | null>(null);
  // Once somebody reads on, what they have read stays as it was.
  const shown = read ?? data;
  const next = shown?.next;
  const more = useAction(async (after: string) => {
    const { rows, next } = await load({ after });
    setRead({ rows: [...(shown?.rows ?? []), ...rows], next });
  });
  return (
    <section className="grid gap-2 border-t border-line pt-4">
      <h3 className="text-sm font-semibold">{t("console.history.title")}</h3>
      {shown === undefined && !isError && <Spinner />}
      {(isError || more.refusal) && (
        <Alert kind="danger">
          <p>{t("console.history.failed")}</p>
        </Alert>
      )}
      {shown?.rows.length === 0 && <p className="text-sm text-muted">{t("console.history.none")}</p>}
      <ul className="grid gap-2">
        {shown?.rows.map((line) => (
          <Changed key={`${line.at} ${line.text}`} line={line} />
        ))}
      </ul>
      {typeof next === "string" && (
        <Button look="secondary" size="sm" isBusy={more.isRunning} onClick={() => void more.run(next)}>
          {t("console.history.older")}
        </Button>
      )}
    </section>
  );
}

function Changed({ line }: { line: Line }) {
  const t = useT();
  return (
    <li className="grid gap-1 rounded-lg bg-sunken p-3 text-sm">
      <p className="font-medium tabular-nums [overflow-wrap:anywhere]">
        <bdi>{line.text}</bdi>
      </p>
      {line.reason && (
        <p dir="auto" className="text-xs [overflow-wrap:anywhere]">
          {line.reason}
        </p>
      )}
      <p className="text-xs text-muted">
        <LocalTime at={line.at} /> · <bdi>{line.changedBy ?? t("console.operator")}</bdi>
        {line.confirmedBy && ` · ${t("console.history.second", { name: line.confirmedBy })}`}
      </p>
    </li>
  );
}
