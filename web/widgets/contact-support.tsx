/** The ways to support from where somebody gets no further: a dialog for each of three problems, and the address of the form. */
import { useState } from "react";
import type { SupportTopic } from "#contract/reach/support/names.ts";
import type { SupportObject } from "#contract/reach/support/support.ts";
import { type PageKit, usePage, useT } from "#sdk/page-kit.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";

type About = { readonly topic: SupportTopic; readonly object?: SupportObject | undefined };

/** The form, with its topic and object filled in. */
export function supportHref(page: PageKit, { topic, object }: About): string {
  const query = new URLSearchParams({ topic, ...(object ? { kind: object.kind, ref: object.ref } : {}) });
  return `${page.href("support", undefined)}?${query}`;
}

export function SupportLink({ about }: { readonly about: About }) {
  const page = usePage();
  const t = useT();
  return (
    <a className="inline-flex min-h-11 items-center font-semibold underline" href={supportHref(page, about)}>
      {t("support.contact.open")}
    </a>
  );
}

type Props = {
  readonly problem: "account_balance" | "closed_account" | "payment";
  readonly object?: SupportObject;
};

/** A button that opens the dialog of a problem. */
export function ContactSupport({ problem, object }: Props) {
  const page = usePage();
  const t = useT();
  const [isOpen, open] = useState(false);
  return (
    <>
      <Button look="quiet" size="sm" className="justify-self-start" onClick={() => open(true)}>
        {t(`support.problem_${problem}.title`)}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => open(false)}
        title={t(`support.problem_${problem}.title`)}
        closeLabel={t("shell.close")}
        footer={
          <LinkButton wide href={supportHref(page, { topic: problem, object })}>
            {t("support.contact.open")}
          </LinkButton>
        }
      >
        <p className="text-sm">{t(`support.problem_${problem}.text`)}</p>
      </Dialog>
    </>
  );
}
