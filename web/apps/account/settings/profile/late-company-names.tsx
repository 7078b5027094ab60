/** The names of a company: its card and texts are loaded for companies alone. */
import { type ReactNode, useCallback } from "react";
import type { SettingsPageProps } from "#contract/people/pages.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Late } from "#sdk/late.tsx";
import { loadTexts } from "#sdk/words/late-texts.ts";
import type { Messages } from "#sdk/words/t.ts";
import { Button } from "#ui/button.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { SettingsCard } from "../settings-card.tsx";

const TRADINGNAME_TEXTS = import.meta.glob<Messages>("../../../../i18n/tradingname/*.json", { import: "default" });

type Props = { readonly company: NonNullable<SettingsPageProps["company"]> };

export function LateCompanyNames(props: Props) {
  const page = usePage();
  const t = useT();
  const load = useCallback(async () => {
    const [{ CompanyNamesCard }] = await Promise.all([
      import("./company-names-card.tsx"),
      loadTexts(page, "tradingname", TRADINGNAME_TEXTS),
    ]);
    return CompanyNamesCard;
  }, [page]);
  const frame = (children: ReactNode) => (
    <SettingsCard title={t("account.profile.company_names")}>{children}</SettingsCard>
  );
  return (
    <Late
      load={load}
      props={props}
      loading={frame(<Spinner />)}
      failed={(again) =>
        frame(
          <Button look="secondary" className="justify-self-start" onClick={again}>
            {t("account.profile.company_names")}
          </Button>,
        )
      }
    />
  );
}
