/** A page of a queue as it is now. No live channel reports changes: it is read again while the page is visible, and when the reader returns to it. */
import { useMerge, usePageQuery } from "#sdk/calls/queries.ts";

const ASK_AGAIN_MS = 20_000;

type Asked = Readonly<Record<string, string>>;

type Queue<Data> = {
  readonly name: string;
  /** As the page was asked for, and what it brought. */
  readonly asked: Asked;
  readonly first: Data;
  /** Gets what of `asked` says something. */
  readonly load: (query: Asked) => Promise<Data>;
};

export function useQueue<Data>({ name, asked, first, load }: Queue<Data>) {
  const queryKey = [name, JSON.stringify(asked)] as const;
  const change = useMerge<Data>(queryKey);
  const { data: found = first, refetch } = usePageQuery<Data>({
    queryKey,
    initialData: first,
    refetchInterval: ASK_AGAIN_MS,
    refetchOnWindowFocus: "always",
    queryFn: () => load(Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== ""))),
  });
  return { found, change, refresh: () => void refetch() };
}
