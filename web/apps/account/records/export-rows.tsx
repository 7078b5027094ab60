/** Files that were requested: how far each is, where it is, and why it is not there. */
import type { ExportStatus } from "#contract/market/trades/export/names.ts";
import type { ExportState } from "#contract/market/trades/export/state.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Badge, type Tone } from "#ui/badge.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { swap } from "#ui/icons/shapes.ts";
import { Rows } from "#ui/rows.tsx";
import { isRunning } from "./use-exports.ts";

const TONES: Readonly<Record<ExportStatus, Tone>> = {
  pending: "info",
  in_progress: "info",
  generating: "info",
  completed: "good",
  failed: "bad",
  missing: "neutral",
  cancelled: "neutral",
  no_data: "neutral",
};

/** A file with what it is about. */
export type ShownExport = {
  readonly state: ExportState;
  readonly title: string;
  /** Format, filters: what is given. */
  readonly parts: readonly (string | undefined | false)[];
};

type Props = { readonly rows: readonly ShownExport[]; readonly onCancel: (id: string) => Promise<void> };

export function ExportRows({ rows, onCancel }: Props) {
  const t = useT();
  if (rows.length === 0) return <EmptyState shape={swap} title={t("exports.none")} />;
  return (
    <Rows isFramed>
      {rows.map((row) => (
        <ExportRow key={row.state.id} shown={row} onCancel={onCancel} />
      ))}
    </Rows>
  );
}

function ExportRow({ shown, onCancel }: { shown: ShownExport } & Pick<Props, "onCancel">) {
  const t = useT();
  const { state: row, title } = shown;
  const parts = [
    t(`exports.formats.${row.format}`).split(" ", 1)[0],
    ...shown.parts.filter((part) => part !== undefined && part !== false),
    ...(row.rows === null || isRunning(row) ? [] : [t("exports.rows", { count: row.rows })]),
  ];
  return (
    <li className="grid gap-2 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="grid gap-0.5">
          <p className="text-sm font-medium tabular-nums">{title}</p>
          <p className="flex flex-wrap gap-x-2 text-xs text-muted">
            {parts.map((part) => (
              <bdi key={part}>{part}</bdi>
            ))}
          </p>
        </div>
        <div className="flex items-center gap-2">
          <Badge tone={TONES[row.status]}>{t(`exports.state.${row.status}`)}</Badge>
          {row.file && (
            <LinkButton size="sm" look="secondary" href={row.file} download>
              {t("exports.download")}
            </LinkButton>
          )}
          {isRunning(row) && <Cancel onCancel={() => onCancel(row.id)} />}
        </div>
      </div>
      {isRunning(row) && <Progress row={row} />}
      {row.fault && <p className="text-xs text-muted">{t(`exports.fault.${row.fault}`)}</p>}
      {row.expiresAt && (
        <p className="text-xs text-muted">
          {t("exports.until_when")} <LocalTime at={row.expiresAt} />
        </p>
      )}
    </li>
  );
}

function Progress({ row: { rows, rowsDone } }: { row: ExportState }) {
  const t = useT();
  return (
    <div className="grid gap-1">
      <progress
        className="h-1.5 w-full appearance-none overflow-hidden rounded-full border-0 bg-sunken [&::-moz-progress-bar]:bg-brand [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-brand"
        aria-label={t("exports.making")}
        {...(rows ? { value: rowsDone, max: rows } : {})}
      />
      {rows !== null && (
        <p className="text-xs text-muted tabular-nums" role="status">
          {t("exports.progress", { done: rowsDone, rows })}
        </p>
      )}
    </div>
  );
}

function Cancel({ onCancel }: { onCancel: () => Promise<void> }) {
  const t = useT();
  const cancel = useAction(onCancel);
  return (
    <Button size="sm" look="quiet" isBusy={cancel.isRunning} onClick={() => void cancel.run()}>
      {t("exports.cancel")}
    </Button>
  );
}
