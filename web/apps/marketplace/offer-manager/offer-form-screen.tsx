/** Making an offer in three steps: what and how it is paid, price and limits, terms. The row that others will see stays in view. */
import type { ReactNode } from "react";
import type { OfferFormPageProps } from "#contract/market/offers/my/offers-page.ts";
import { amountText, isolated } from "#sdk/words/money.ts";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { stepHref } from "#sdk/sign-in-first.ts";
import { Alert } from "#ui/alert.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { Form } from "#ui/forms/form.tsx";
import { check } from "#ui/icons/shapes.ts";
import { Icon } from "#ui/icon.tsx";
import { AmountsCard } from "./amounts-card.tsx";
import { FlowCard } from "./flow-card.tsx";
import { OFFER_STEPS, type OfferStep } from "./steps.ts";
import { OfferSummary } from "./summary.tsx";
import { PriceCard } from "./price-card.tsx";
import { RowPreview } from "./row-preview.tsx";
import { RulesCard } from "./rules-card.tsx";
import { TermsCard } from "./terms-card.tsx";
import { type OfferForm, useOfferForm } from "./use-offer-form.ts";
import { usePricePreview } from "./use-price-preview.ts";
import { WhatCard } from "./what-card.tsx";

export const screen: PageScreen<"offer-form", typeof OfferFormScreen> = {
  title: ({ hash, special, pool }, { t }) =>
    pool
      ? t("myoffers.form.pool_title")
      : special
        ? t("myoffers.form.special_title", { name: special.partner })
        : t(hash === null ? "myoffers.form.title_new" : "myoffers.form.title_edit"),
  active: "my_offers",
  texts: ["myoffers", "offers", "rules.form", "rules.card", "catalog.tags", "catalog.groups"],
};

export default function OfferFormScreen(props: OfferFormPageProps) {
  const t = useT();
  const page = usePage();
  const form = useOfferForm(props);
  const preview = usePricePreview(form.draft);
  const { method, step } = form;
  const tags = props.tags.filter(
    ({ groups }) => groups === null || (method !== undefined && groups.includes(method.group)),
  );
  // The short form has no steps, and an offer that is there can be saved from each.
  const isBetween = form.isNew && !props.isLite && step !== OFFER_STEPS.at(-1);
  const isShown = (one: OfferStep) => props.isLite || step === one;
  return (
    <Form className="grid gap-6 py-6" noValidate onSubmit={() => (isBetween ? form.goOn() : void form.save.run())}>
      {props.special ? <SpecialHead special={props.special} /> : <Head isNew={form.isNew} {...props} />}
      <FirstStep />
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
      {!props.isLite && <Steps form={form} />}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="grid gap-5">
          <Step isShown={!props.isLite && isShown("what")}>
            <WhatCard form={form} {...props} />
            <FlowCard form={form} method={method} />
          </Step>
          <Step isShown={isShown("price")}>
            <PriceCard form={form} preview={preview} isByWeight={method?.metal != null} />
            <AmountsCard form={form} />
          </Step>
          <Step isShown={isShown("terms")}>
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
          </Step>
          <RowPreview draft={form.draft} method={method} preview={preview} owner={props.owner} />
        </div>
        <aside className="grid gap-4 lg:sticky lg:top-[calc(var(--header-height)+1rem)]">
          <OfferSummary draft={form.draft} methodName={method?.name} preview={preview} />
          {form.trouble && <Alert kind="danger">{form.trouble}</Alert>}
          <Button type="submit" size="lg" wide isBusy={form.save.isRunning}>
            {t(isBetween ? "myoffers.steps.next" : publishOf({ isNew: form.isNew, special: props.special }))}
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

/** All steps stay mounted: what was typed in one is there when the reader comes back. */
/** What level 1 still asks of the reader, with the way there and back. */
function FirstStep() {
  const page = usePage();
  const [t, session] = [useT(), useSession()];
  if (!session || (session.isEmailConfirmed && session.isNamed)) return null;
  const isName = session.isEmailConfirmed;
  const href = stepHref(page, isName ? "accountName" : "confirmEmail", page.href("createOffer", undefined));
  return (
    <Alert
      kind="warning"
      action={
        <LinkButton size="sm" href={href}>
          {t(isName ? "myoffers.form.give_name" : "myoffers.form.confirm_email")}
        </LinkButton>
      }
    >
      {t(isName ? "myoffers.form.name_first" : "myoffers.form.email_first")}
    </Alert>
  );
}

function Step({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  return (
    <div className="grid gap-5" hidden={!isShown}>
      {children}
    </div>
  );
}

/** Where one is; a step before can be opened again, and all of an offer that is there. */
function Steps({ form: { step, goTo, isNew } }: { form: OfferForm }) {
  const t = useT();
  const now = OFFER_STEPS.indexOf(step);
  return (
    <nav aria-label={t("myoffers.steps.label")} id="offer-step" tabIndex={-1} className="outline-none">
      <ol className="grid grid-cols-3 gap-2">
        {OFFER_STEPS.map((one, place) => {
          const isOpen = !isNew || place <= now;
          return (
            <li key={one}>
              <button
                type="button"
                disabled={!isOpen}
                aria-current={one === step ? "step" : undefined}
                onClick={() => goTo(one)}
                className={cx(
                  "flex h-full min-h-11 w-full items-center gap-2 rounded-lg border px-3 py-1.5 text-start text-sm max-sm:flex-col max-sm:items-start max-sm:gap-1 max-sm:px-2 max-sm:text-xs",
                  one === step
                    ? "border-brand bg-brand-soft font-semibold text-brand"
                    : isOpen
                      ? "border-edge bg-raised hover:bg-sunken"
                      : "border-line text-muted",
                )}
              >
                <span className="grid size-6 shrink-0 place-items-center rounded-full bg-sunken text-2xs font-bold text-ink">
                  {place < now ? <Icon shape={check} size={12} className="text-good" /> : place + 1}
                </span>
                {t(`myoffers.steps.${one}`)}
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
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

type HeadProps = { isNew: boolean } & Pick<OfferFormPageProps, "isLite" | "hash" | "pool">;

function Head({ isNew, isLite, hash, pool }: HeadProps) {
  const t = useT();
  const page = usePage();
  const lead = isLite ? "myoffers.form.lite_lead" : "myoffers.form.lead";
  return (
    <header className="grid gap-1">
      <h1 className="text-2xl font-bold tracking-tight">
        {t(pool ? "myoffers.form.pool_title" : titleOf({ isNew, isLite }))}
      </h1>
      <p className="max-w-2xl text-sm text-muted">
        {pool ? t("myoffers.form.pool_lead", { amount: amountText(page.locale, pool.least) }) : t(lead)}
      </p>
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
