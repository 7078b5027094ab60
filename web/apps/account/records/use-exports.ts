/** Files that were requested: asked for again while one of them is being made. */
import { useState } from "react";
import { RUNNING_EXPORTS } from "#contract/market/trades/export/names.ts";
import type { ExportState } from "#contract/market/trades/export/state.ts";
import { usePageQuery } from "#sdk/calls/queries.ts";

const LOOK_AGAIN_MS = 1000;

export const isRunning = ({ status }: Pick<ExportState, "status">) => RUNNING_EXPORTS.some((one) => one === status);

export function useExports<Row extends ExportState>(name: string, first: Row[], read: () => Promise<Row[]>) {
  const [known, setKnown] = useState(first);
  const isMaking = known.some(isRunning);
  const { data = known } = usePageQuery<Row[]>({
    queryKey: [name, isMaking ? "making" : "still"],
    queryFn: async () => {
      const now = await read();
      if (!now.some(isRunning)) setKnown(now);
      return now;
    },
    initialData: known,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: isMaking ? LOOK_AGAIN_MS : false,
  });
  return {
    rows: isMaking ? data : known,
    isMaking,
    put: (one: Row) => setKnown((all) => [one, ...all.filter(({ id }) => id !== one.id)]),
  };
}
