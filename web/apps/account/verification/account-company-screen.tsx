/** A company account: converting to one and back, the status of the application, and its form. */
import { useState } from "react";
import type { CorporateAccount } from "#contract/compliance/companies.ts";
import type { CompanyPageProps } from "#contract/compliance/pages.ts";
import type { OwnVerification } from "#contract/compliance/verification/verification.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { usePageQuery } from "#sdk/calls/queries.ts";
import { useLive } from "#sdk/live/use-live.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Badge, type Tone } from "#ui/badge.tsx";
import { Card } from "#ui/card.tsx";
import { CompanyForm } from "./forms/company-form.tsx";
import { ConvertCard } from "./convert-card.tsx";
import { PicturesStep } from "./pictures/pictures-step.tsx";
import { PostponeButton } from "./postpone-button.tsx";
import { StandingCard } from "./standing-card.tsx";

export const screen: PageScreen<"account-company", typeof CompanyScreen> = {
  title: "verification.company.title",
  texts: ["verification"],
};

const TONES: Readonly<Record<string, Tone>> = {
  application_submitted: "info",
  in_review: "info",
  application_approved: "good",
  application_rejected: "bad",
  application_waiting_resubmission: "warn",
};

type Open = { readonly started: OwnVerification | null };
type Known = Pick<CompanyPageProps, "account" | "standing">;

function useCompany(first: Known) {
  const page = usePage();
  const { data = first, refetch } = usePageQuery<Known>({
    queryKey: ["company"],
    initialData: first,
    queryFn: async () => {
      const [companies, verification] = await Promise.all([
        import("#contract/compliance/companies.ts"),
        import("#contract/compliance/verification/verification.ts"),
      ]);
      const [account, standings] = await Promise.all([
        page.call(companies.getCorporateAccount, {}),
        page.call(verification.listVerifications, {}),
      ]);
      const standing = standings.data.find(({ kind }) => kind === "company") ?? first.standing;
      return { account: account.data, standing };
    },
  });
  // A notification reports each decision.
  useLive("user", ({ type }) => void (type === "notification" && refetch()));
  return { ...data, refetch };
}

export default function CompanyScreen(props: CompanyPageProps) {
  const page = usePage();
  const t = useT();
  const { account, standing, refetch } = useCompany(props);
  const [open, setOpen] = useState<Open | null>(null);
  const close = async () => {
    await refetch();
    setOpen(null);
  };
  const finish = async () => {
    await close();
    page.toast("success", t("verification.company.submitted"));
  };
  return (
    <div className="mx-auto grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-5 py-6">
      <header className="grid gap-2">
        <h1 className="text-2xl font-bold tracking-tight">{t("verification.company.title")}</h1>
        <p className="text-sm text-muted">{t("verification.company.lead")}</p>
      </header>
      {open === null && account.isCorporateAccount && (
        <>
          <StatusCard account={account} />
          <StandingCard
            standing={standing}
            isOpen
            needsIdentity={!props.isIdVerified}
            onStart={() => setOpen({ started: null })}
            onContinue={(started) => setOpen({ started })}
          />
          {account.status === null && (
            <PostponeButton until={account.postponedUntil} onPostponed={() => void refetch()} />
          )}
        </>
      )}
      {open === null && (account.isCorporateAccount || page.flags.isCorporateAccountEnabled) && (
        <ConvertCard isCorporate={account.isCorporateAccount} onPersonal={() => void refetch()} />
      )}
      {open !== null && open.started === null && (
        <CompanyForm {...props} onStarted={(started) => setOpen({ started })} onCancel={() => setOpen(null)} />
      )}
      {open?.started && (
        <PicturesStep
          key={open.started.verificationReference}
          started={open.started}
          onSubmitted={() => void finish()}
          onShownAgain={() => void close()}
          onStartOver={() => setOpen({ started: null })}
        />
      )}
    </div>
  );
}

/** The public view of the company, and the status of the application. */
function StatusCard({ account: { status, legalName } }: { account: CorporateAccount }) {
  const t = useT();
  return (
    <Card className="grid gap-2 p-5" data-company={status ?? "none"}>
      <h2 className="flex flex-wrap items-center justify-between gap-2 text-lg font-semibold">
        {legalName === null ? t("verification.company.account") : <bdi>{legalName}</bdi>}
        <Badge tone={(status && TONES[status]) ?? "neutral"}>
          {t(`verification.company.status.${status ?? "none"}`)}
        </Badge>
      </h2>
      <p className="text-sm text-muted">
        {t(legalName === null ? "verification.company.seen_unverified" : "verification.company.seen_verified")}
      </p>
    </Card>
  );
}
