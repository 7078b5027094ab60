/** The authenticator of the demo's staff: their codes, drawn anew every few seconds. */
import type { DemoCode } from "#contract/demo/demo-codes.ts";
import type { DemoCodesPageProps } from "#contract/demo/pages.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { usePageQuery } from "#sdk/calls/queries.ts";
import { useNow } from "#sdk/state/use-now.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Card } from "#ui/card.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { shieldCheck } from "#ui/icons/shapes.ts";

export const screen: PageScreen<"demo-codes", typeof DemoCodesScreen> = {
  title: "inbox.codes.title",
  texts: ["inbox"],
};

const EVERY_MS = 2000;

export default function DemoCodesScreen({ codes: first }: DemoCodesPageProps) {
  const t = useT();
  const page = usePage();
  const { data: codes = first } = usePageQuery<readonly DemoCode[]>({
    queryKey: ["demo-codes"],
    initialData: first,
    refetchInterval: EVERY_MS,
    queryFn: async () => {
      const { listDemoCodes } = await import("#contract/demo/demo-codes.ts");
      return (await page.call(listDemoCodes, {})).data;
    },
  });
  return (
    <div className="mx-auto grid max-w-2xl gap-5 py-6">
      <header className="grid gap-1">
        <h1 className="text-2xl font-bold tracking-tight">{t("inbox.codes.title")}</h1>
        <p className="text-sm text-muted">{t("inbox.codes.lead")}</p>
      </header>
      {codes.length === 0 ? (
        <EmptyState shape={shieldCheck} title={t("inbox.codes.none")}>
          {t("inbox.codes.none_text")}
        </EmptyState>
      ) : (
        <ul className="grid gap-3">
          {codes.map((one) => (
            <li key={one.username}>
              <CodeCard {...one} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function CodeCard({ username, role, code, nextCode, nextAt }: DemoCode) {
  const t = useT();
  const nowMs = useNow(1000);
  const seconds = Math.max(0, Math.ceil((Date.parse(nextAt) - nowMs) / 1000));
  return (
    <Card className="grid gap-3 p-4 sm:p-5">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="font-semibold">
          <bdi>{username}</bdi> <span className="text-sm font-normal text-muted">{t(`inbox.codes.${role}`)}</span>
        </h2>
        <span className="text-xs text-muted tabular-nums">
          {t("inbox.codes.changes", { seconds: String(seconds) })}
        </span>
      </header>
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-brand-soft px-4 py-2">
        <span className="sr-only">{t("inbox.code")}</span>
        <strong dir="ltr" className="text-3xl font-bold tracking-[0.2em] tabular-nums">
          {code}
        </strong>
        <CopyButton text={code} label={t("inbox.copy")} doneLabel={t("inbox.copied")} />
      </div>
      <p className="text-sm text-muted">
        {t("inbox.codes.next")}{" "}
        <span dir="ltr" className="font-semibold text-ink tabular-nums">
          {nextCode}
        </span>
      </p>
    </Card>
  );
}
