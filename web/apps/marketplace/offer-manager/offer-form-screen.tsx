/** Making an offer, step by step: what, how it is paid, the price, the amounts, the terms, and who may take it. */
import type { OfferFormPageProps } from "#contract/market/offers/my-offers-page.ts";
import { isolated } from "#sdk/words/money.ts";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Alert } from "#ui/alert.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Form } from "#ui/forms/form.tsx";
import { AmountsCard } from "./amounts-card.tsx";
import { FlowCard } from "./flow-card.tsx";
import { OfferSummary } from "./offer-summary.tsx";
import { PriceCard } from "./price-card.tsx";
import { RulesCard } from "./rules-card.tsx";
import { TermsCard } from "./terms-card.tsx";
import { useOfferForm } from "./use-offer-form.ts";
import { usePricePreview } from "./use-price-preview.ts";
import { WhatCard } from "./what-card.tsx";

export const screen: PageScreen<"offer-form", typeof OfferFormScreen> = {
  title: ({ hash, special }, { t }) =>
    special
      ? t("myoffers.form.special_title", { name: special.partner })
      : t(hash === null ? "myoffers.form.title_new" : "myoffers.form.title_edit"),
  active: "my_offers",
  texts: ["myoffers", "offers", "rules.form", "catalog.tags"],
};

export default function OfferFormScreen(props: OfferFormPageProps) {
  const t = useT();
  const page = usePage();
  const session = useSession();
  const form = useOfferForm(props);
  const preview = usePricePreview(form.draft);
  const method = props.methods.find(({ slug }) => slug === form.draft.payment_method);
  const tags = props.tags.filter(
    ({ groups }) => groups === null || (method !== undefined && groups.includes(method.group)),
  );
  return (
    <Form className="grid gap-6 py-6" noValidate onSubmit={() => void form.save.run()}>
      {props.special ? <SpecialHead special={props.special} /> : <Head isNew={form.isNew} {...props} />}
      {session && !session.isEmailConfirmed && (
        <Alert
          kind="warning"
          action={
            <LinkButton size="sm" href={page.href("confirmEmail", undefined)}>
              {t("myoffers.form.confirm_email")}
            </LinkButton>
          }
        >
          {t("myoffers.form.email_first")}
        </Alert>
      )}
      {props.needsIdentity && (
        <Alert
          kind="warning"
          action={
            <LinkButton size="sm" href={page.href("kycVerificationOf", { kind: "id" })}>
              {t("myoffers.form.verify")}
            </LinkButton>
          }
        >
          {t("myoffers.form.identity_first")}
        </Alert>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="grid gap-5">
          {!props.isLite && <WhatCard form={form} {...props} />}
          <PriceCard form={form} preview={preview} place={props.isLite ? 1 : 2} isByWeight={method?.metal != null} />
          <AmountsCard form={form} place={props.isLite ? 2 : 3} />
          <TermsCard
            form={form}
            tags={tags.map(({ slug }) => slug)}
            isLite={props.isLite}
            isByBank={method?.group === "bank-transfers"}
          />
          {!props.isLite && !props.special && (
            <RulesCard
              form={form}
              countries={props.countries}
              timezone={props.timezone}
              knowsAnonymizers={props.knowsAnonymizers}
            />
          )}
          {!props.isLite && <FlowCard form={form} method={method} place={props.special ? 5 : 6} />}
        </div>
        <aside className="grid gap-4 lg:sticky lg:top-[calc(var(--header-height)+1rem)]">
          <OfferSummary draft={form.draft} methodName={method?.name} preview={preview} />
          {form.trouble && <Alert kind="danger">{form.trouble}</Alert>}
          <Button type="submit" size="lg" wide isBusy={form.save.isRunning}>
            {t(publishOf({ isNew: form.isNew, special: props.special }))}
          </Button>
          {props.special ? (
            <LinkButton
              look="quiet"
              wide
              href={page.href(props.special.isOfTrade ? "viewTrade" : "viewConversation", { hash: props.special.chat })}
            >
              {t(props.special.isOfTrade ? "myoffers.form.special_back" : "myoffers.form.special_back_chat")}
            </LinkButton>
          ) : (
            <LinkButton look="quiet" wide href={page.href("myOffers", undefined)}>
              {t("myoffers.form.back")}
            </LinkButton>
          )}
        </aside>
      </div>
    </Form>
  );
}

/** The partner of a special offer, and its meaning. */
function SpecialHead({ special }: { special: NonNullable<OfferFormPageProps["special"]> }) {
  const t = useT();
  const name = isolated(special.partner);
  return (
    <header className="grid gap-1">
      <h1 className="text-2xl font-bold tracking-tight">{t("myoffers.form.special_title", { name })}</h1>
      <p className="max-w-2xl text-sm text-muted">{t("myoffers.form.special_lead", { name, count: special.hours })}</p>
    </header>
  );
}

function Head({ isNew, isLite, hash }: { isNew: boolean } & Pick<OfferFormPageProps, "isLite" | "hash">) {
  const t = useT();
  const page = usePage();
  return (
    <header className="grid gap-1">
      <h1 className="text-2xl font-bold tracking-tight">{t(titleOf({ isNew, isLite }))}</h1>
      <p className="max-w-2xl text-sm text-muted">{t(isLite ? "myoffers.form.lite_lead" : "myoffers.form.lead")}</p>
      {isLite && hash !== null && (
        <a className="text-sm font-medium text-brand underline" href={page.href("editOfferFully", { hash })}>
          {t("myoffers.form.full")}
        </a>
      )}
    </header>
  );
}

function publishOf({ isNew, special }: { isNew: boolean } & Pick<OfferFormPageProps, "special">) {
  if (special) return "myoffers.form.special_publish";
  return isNew ? "myoffers.form.publish" : "myoffers.form.save";
}

function titleOf({ isNew, isLite }: { isNew: boolean; isLite: boolean }) {
  if (isNew) return "myoffers.form.title_new";
  return isLite ? "myoffers.form.lite_title" : "myoffers.form.title_edit";
}
