/** Files of the reader's wallet: statements of months, files of the filtered history, and those of the last days with their progress. */
import type { WalletFilesProps } from "#contract/products/pages.ts";
import type { WalletFile } from "#contract/products/wallet/files.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { isolated } from "#sdk/words/money.ts";
import type { Translate } from "#sdk/words/t.ts";
import { LinkButton } from "#ui/button.tsx";
import { ExportRows, type ShownExport } from "./export-rows.tsx";
import { useExports } from "./use-exports.ts";
import { NewHistoryFile } from "./new-history-file.tsx";
import { NewStatement } from "./new-statement.tsx";

export const screen: PageScreen<"wallet-files", typeof WalletFilesScreen> = {
  title: "movements.files.title",
  active: "wallet",
  texts: ["movements", "exports", "refusals"],
};

export default function WalletFilesScreen({ files, filters, timezone, today }: WalletFilesProps) {
  const page = usePage();
  const t = useT();
  const { rows, isMaking, put } = useExports<WalletFile>("wallet-files", files, async () => {
    const { listWalletFiles } = await import("#contract/products/wallet/files.ts");
    return (await page.call(listWalletFiles, {})).data;
  });
  const cancel = async (id: string) => {
    const { cancelWalletFile } = await import("#contract/products/wallet/files.ts");
    put((await page.call(cancelWalletFile, { params: { id } })).data);
  };
  return (
    <div className="mx-auto grid w-full max-w-4xl grid-cols-[minmax(0,1fr)] gap-5 py-6">
      <header className="flex flex-wrap items-baseline justify-between gap-3">
        <div className="grid max-w-2xl gap-1">
          <h1 className="text-2xl font-bold tracking-tight">{t("movements.files.title")}</h1>
          <p className="text-sm text-muted">{t("movements.files.lead", { zone: isolated(timezone) })}</p>
        </div>
        <LinkButton look="quiet" size="sm" href={page.href("walletHistory", undefined)}>
          {t("movements.title")}
        </LinkButton>
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 md:grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)]">
        <NewStatement today={today} isMaking={isMaking} onMade={put} />
        <NewHistoryFile filters={filters} today={today} timezone={timezone} isMaking={isMaking} onMade={put} />
      </div>
      <section className="grid gap-3" aria-labelledby="files-made">
        <h2 id="files-made" className="font-semibold">
          {t("exports.list")}
        </h2>
        <ExportRows rows={rows.map((row) => shownOf(t, row))} onCancel={cancel} />
      </section>
    </div>
  );
}

function shownOf(t: Translate, row: WalletFile): ShownExport {
  const { source, filters } = row;
  return {
    state: row,
    title:
      source === "statement"
        ? t("movements.files.of_month", { month: isolated(filters.startDate.slice(0, 7)) })
        : t("exports.row", { from: isolated(filters.startDate), until: isolated(filters.endDate) }),
    parts: [
      filters.code,
      filters.kind && t(`movements.kind.${filters.kind}`),
      filters.direction && t(`movements.filter.${filters.direction}`),
    ],
  };
}
