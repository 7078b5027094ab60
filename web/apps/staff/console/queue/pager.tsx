/** Reads on in a queue, and back to its beginning; filters stay. */
import { useT } from "#sdk/page-kit.ts";
import { Pager } from "#ui/pager.tsx";
import { queueHref } from "./filters.tsx";

type Props = {
  readonly label: string;
  readonly base: string;
  /** All that the address says but for the page; `after` is the last of the page before, or "". */
  readonly values: Readonly<Record<string, string>>;
  readonly after: string;
  readonly next: string | null;
  /** The name of the cursor in the address, if a page has two lists. */
  readonly name?: string;
};

export function QueuePager({ label, base, values, after, next, name = "after" }: Props) {
  const t = useT();
  return (
    <Pager
      label={label}
      place={null}
      back={after ? { href: queueHref(base, values), label: t("console.filter.first") } : null}
      on={next ? { href: queueHref(base, { ...values, [name]: next }), label: t("console.filter.next") } : null}
    />
  );
}
