/** The history of changes with author, time and reason, newest first. */
import { LocalTime } from "#sdk/words/local-time.tsx";
import { useT } from "#sdk/page-kit.ts";
import { type PageRead, ReadOn } from "./read-on.tsx";

type Line = {
  readonly text: string;
  readonly reason: string | null;
  readonly changedBy: string | null;
  readonly confirmedBy?: string | null;
  readonly at: string;
};
type Props = {
  readonly queryKey: readonly [string, string];
  readonly load: (page: { readonly after?: string }) => Promise<PageRead<Line>>;
};

export function History(props: Props) {
  const t = useT();
  return (
    <ReadOn<Line>
      {...props}
      title={t("console.history.title")}
      none={t("console.history.none")}
      failed={t("console.history.failed")}
      more={t("console.history.older")}
    >
      {(line) => <Changed key={`${line.at} ${line.text}`} line={line} />}
    </ReadOn>
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
