/** The names of a company: its card and texts are loaded for companies alone. */
import type { SettingsPageProps } from "#contract/people/pages.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Late } from "#sdk/late.tsx";
import { loadTexts } from "#sdk/words/late-texts.ts";
import { Button } from "#ui/button.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { useCallback } from "react";

type Props = { readonly company: NonNullable<SettingsPageProps["company"]> };

export function LateCompanyNames(props: Props) {
  const page = usePage();
  const t = useT();
  const load = useCallback(async () => {
    const [{ CompanyNamesCard }] = await Promise.all([
      import("./company-names-card.tsx"),
      loadTexts(page, "tradingname"),
    ]);
    return CompanyNamesCard;
  }, [page]);
  return (
    <Late
      load={load}
      props={props}
      loading={<Skeleton className="h-56 w-full rounded-xl" />}
      failed={(again) => (
        <Button look="secondary" onClick={again}>
          {t("account.profile.company_names")}
        </Button>
      )}
    />
  );
}
