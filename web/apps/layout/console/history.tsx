/** Who changed something, when and why, the newest first. */
import { LocalTime } from "#sdk/local-time.tsx";
import { useT } from "#sdk/page-kit.ts";
import { usePageQuery } from "#sdk/queries.ts";
import { Alert } from "#ui/alert.tsx";
import { Spinner } from "#ui/spinner.tsx";

type Line = {
  readonly text: string;
  readonly reason: string | null;
  readonly changedBy: string | null;
  readonly confirmedBy?: string | null;
  readonly at: string;
};
type Props = { readonly queryKey: readonly [string, string]; readonly load: () => Promise<readonly Line[]> };

export function History({ queryKey, load }: Props) {
  const t = useT();
  const { data, isError } = usePageQuery<readonly Line[]>({ queryKey, queryFn: load, staleTime: 0 });
  return (
    <section className="grid gap-2 border-t border-line pt-4">
      <h3 className="text-sm font-semibold">{t("console.history.title")}</h3>
      {data === undefined && !isError && <Spinner />}
      {isError && (
        <Alert kind="danger">
          <p>{t("console.history.failed")}</p>
        </Alert>
      )}
      {data?.length === 0 && <p className="text-sm text-muted">{t("console.history.none")}</p>}
      <ul className="grid gap-2">
        {data?.map((line) => (
          <li key={`${line.at} ${line.text}`} className="grid gap-1 rounded-lg bg-sunken p-3 text-sm">
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
        ))}
      </ul>
    </section>
  );
}
