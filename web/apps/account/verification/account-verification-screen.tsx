/** The reader's documents: their status, reasons of rejections, and the next step. */
import { useState } from "react";
import type { VerificationPageProps } from "#contract/compliance/pages.ts";
import type { OwnVerification, VerificationStanding } from "#contract/compliance/verification/verification.ts";
import type { VerificationKind } from "#contract/compliance/verification/names.ts";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Alert } from "#ui/alert.tsx";
import { LinkButton } from "#ui/button.tsx";
import { Blocks } from "#widgets/wallet-blocks.tsx";
import { AddressForm } from "./forms/address-form.tsx";
import { IdForm } from "./forms/id-form.tsx";
import { NameCard } from "./name-card.tsx";
import { PicturesStep } from "./pictures/pictures-step.tsx";
import { StandingCard } from "./standing-card.tsx";
import { VideoStep } from "./pictures/video-step.tsx";
import { useStandings } from "./use-verification.ts";

export const screen: PageScreen<"account-verification", typeof VerificationScreen> = {
  title: "verification.title",
  texts: ["verification", "wallet.block"],
};

type Open = { readonly kind: VerificationKind; readonly started: OwnVerification | null };

export default function VerificationScreen(props: VerificationPageProps) {
  const page = usePage();
  const t = useT();
  const session = useSession();
  const { standings, refresh } = useStandings(props.standings);
  const [open, setOpen] = useState<Open | null>(null);
  const close = async () => {
    await refresh();
    setOpen(null);
  };
  const finish = async () => {
    await close();
    page.toast("success", t("verification.submitted"));
  };
  const Form = open?.kind === "address" ? AddressForm : IdForm;
  return (
    <div className="mx-auto grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-5 py-6">
      <header className="grid gap-2">
        <h1 className="text-2xl font-bold tracking-tight">{t("verification.title")}</h1>
        <p className="text-sm text-muted">{t("verification.lead")}</p>
        <p className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
          <a href={page.href("accountLevel", undefined)} className="py-1 text-brand underline">
            {t("verification.levels_link")}
          </a>
          <a href={page.href("accountCompany", undefined)} className="py-1 text-brand underline">
            {t(props.isCorporate ? "verification.company.link" : "verification.company.link_convert")}
          </a>
        </p>
      </header>
      {!session?.isEmailConfirmed && (
        <Alert
          kind="warning"
          action={
            <LinkButton size="sm" look="secondary" href={page.href("confirmEmail", undefined)}>
              {t("verification.confirm_email")}
            </LinkButton>
          }
        />
      )}
      {open === null && <NameCard {...props.name} />}
      {open === null && <Blocks reasons={props.blockReasons} missing={props.missingVerification} />}
      {open === null &&
        standings.map((standing) => (
          <StandingCard
            key={standing.kind}
            standing={standing}
            isOpen={session?.isEmailConfirmed === true && session.isNamed}
            needsIdentity={(standing.kind === "address" || standing.kind === "video") && !hasShownIdentity(standings)}
            onStart={() => setOpen({ kind: standing.kind, started: null })}
            onContinue={(started) => setOpen({ kind: standing.kind, started })}
          />
        ))}
      {open?.kind === "video" && <VideoStep onSubmitted={() => void finish()} onCancel={() => setOpen(null)} />}
      {open !== null && open.kind !== "video" && open.started === null && (
        <Form
          {...props}
          onStarted={(started) => setOpen({ kind: open.kind, started })}
          onCancel={() => setOpen(null)}
        />
      )}
      {open?.started && open.kind !== "video" && (
        <PicturesStep
          key={open.started.verificationReference}
          started={open.started}
          onSubmitted={() => void finish()}
          onShownAgain={() => void close()}
          onStartOver={() => setOpen({ kind: open.kind, started: null })}
        />
      )}
    </div>
  );
}

/** As the server has it: an address and a video belong to a user with a verified identity. */
function hasShownIdentity(standings: readonly VerificationStanding[]): boolean {
  return standings.some(
    ({ kind, isVerified, latest }) => kind === "id" && (isVerified || latest?.status === "pending"),
  );
}
