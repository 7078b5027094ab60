/** A list in a dialog, whose next page comes when it is asked for. */
import { type ReactNode, useState } from "react";
import { usePageQuery } from "#sdk/calls/queries.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Spinner } from "#ui/spinner.tsx";

export type PageRead<Row> = { readonly rows: readonly Row[]; readonly next: string | null };

type Props<Row> = {
  readonly title: string;
  readonly queryKey: readonly [string, string];
  /** With the end of the page before, where there is one. */
  readonly load: (page: { readonly after?: string }) => Promise<PageRead<Row>>;
  readonly none: string;
  readonly failed: string;
  readonly more: string;
  /** A list item. */
  readonly children: (row: Row) => ReactNode;
};

export function ReadOn<Row>({ title, queryKey, load, none, failed, more, children }: Props<Row>) {
  const { data, isError } = usePageQuery<PageRead<Row>>({ queryKey, queryFn: () => load({}), staleTime: 0 });
  const [read, setRead] = useState<PageRead<Row> | null>(null);
  // Once the reader reads on, what they have read stays as it was.
  const shown = read ?? data;
  const next = shown?.next;
  const readOn = useAction(async (after: string) => {
    const page = await load({ after });
    setRead({ rows: [...(shown?.rows ?? []), ...page.rows], next: page.next });
  });
  return (
    <section className="grid gap-2 border-t border-line pt-4">
      <h3 className="text-sm font-semibold">{title}</h3>
      {shown === undefined && !isError && <Spinner />}
      {(isError || readOn.refusal) && (
        <Alert kind="danger">
          <p>{failed}</p>
        </Alert>
      )}
      {shown?.rows.length === 0 && <p className="text-sm text-muted">{none}</p>}
      <ul className="grid gap-2">{shown?.rows.map(children)}</ul>
      {typeof next === "string" && (
        <Button look="secondary" size="sm" isBusy={readOn.isRunning} onClick={() => void readOn.run(next)}>
          {more}
        </Button>
      )}
    </section>
  );
}
