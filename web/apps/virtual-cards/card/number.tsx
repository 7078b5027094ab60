/** The number of a card, after a second step, for a minute. */
import { useEffect, useState } from "react";
import type { Card as CardView, CardKey, CardNumber as Shown } from "#contract/products/cards/cards.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { type Typed, useProof } from "#sdk/calls/use-proof.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { useNow } from "#sdk/state/use-now.ts";
import type { IssuerNumber, Opened } from "../issuer-number.tsx";
import { PROOF_FIELDS, ProofField } from "#widgets/proof-field.tsx";
import { Button } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { Countdown } from "#ui/countdown.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Form } from "#ui/forms/form.tsx";

const PROOF = { kind: "show_card", id: "account" } as const;

type Details =
  | { readonly at: "here"; readonly shown: Shown }
  | { readonly at: "issuer"; readonly shown: CardKey; readonly opened: Opened; readonly Part: typeof IssuerNumber };

type Props = { readonly card: CardView; readonly issuerKey: string | null; readonly onClose: () => void };

export function CardNumber({ card, issuerKey, onClose }: Props) {
  const t = useT();
  const page = usePage();
  const [shown, setShown] = useState<{ details: Details; untilMs: number } | null>(null);
  const proof = useProof({ codesFor: PROOF });
  const show = useAction(
    async (typed: Typed) => {
      const [{ prove }, { showCardNumber }] = await Promise.all([
        import("#sdk/calls/prove.ts"),
        import("#contract/products/cards/cards.ts"),
      ]);
      const issuer = issuerKey !== null && card.issuerCard !== null ? await import("../issuer-number.tsx") : null;
      const opened = issuer && (await issuer.openIssuer(issuerKey ?? "", card.issuerCard ?? ""));
      await prove(page, typed, PROOF);
      const body = opened ? { nonce: opened.nonce } : {};
      const { data } = await page.call(showCardNumber, { params: { id: card.id }, body });
      const untilMs = page.nowMs() + data.seconds * 1000;
      if ("number" in data) setShown({ details: { at: "here", shown: data }, untilMs });
      else if (opened) setShown({ details: { at: "issuer", shown: data, opened, Part: issuer.IssuerNumber }, untilMs });
    },
    { fields: PROOF_FIELDS },
  );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t("cards.number.title", { label: card.label })}
      closeLabel={t("shell.close")}
    >
      {shown ? (
        <Details {...shown} onOver={onClose} />
      ) : (
        <Form className="grid gap-4" onSubmit={() => proof.typed && void show.run(proof.typed)}>
          <p className="text-sm text-muted">{t("cards.number.lead")}</p>
          <ProofField proof={proof} refusal={show.refusal} onEdit={show.clear} />
          <Button type="submit" wide disabled={!proof.typed} isBusy={show.isRunning}>
            {t("cards.number.show")}
          </Button>
        </Form>
      )}
    </Dialog>
  );
}

function Details({ details, untilMs, onOver }: { details: Details; untilMs: number; onOver: () => void }) {
  const t = useT();
  const leftMs = untilMs - useNow(500);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the time is over.
  useEffect(() => {
    if (leftMs <= 0) onOver();
  }, [leftMs <= 0]);
  return (
    <div className="grid gap-4">
      {details.at === "here" ? (
        <Numbers {...details.shown} />
      ) : (
        <details.Part opened={details.opened} shown={details.shown} />
      )}
      <Countdown
        leftMs={Math.max(0, leftMs)}
        totalMs={details.shown.seconds * 1000}
        label={t("cards.number.hides")}
        spoken={(left) => t("cards.number.hides_spoken", { left })}
      />
    </div>
  );
}

function Numbers({ number, expiresMonth, expiresYear, cvv }: Shown) {
  const t = useT();
  const rows = [
    ["number", number.replace(/(\d{4})(?=\d)/g, "$1 "), number],
    ["expires", `${expiresMonth}/${expiresYear}`, `${expiresMonth}/${expiresYear}`],
    ["cvv", cvv, cvv],
  ] as const;
  return (
    <dl className="grid gap-3" data-secret="">
      {rows.map(([name, text, copied]) => (
        <div key={name} className="flex items-center justify-between gap-3 rounded-lg bg-sunken px-4 py-2">
          <div className="min-w-0">
            <dt className="text-xs text-muted">{t(`cards.number.${name}`)}</dt>
            <dd className="font-mono text-base tabular-nums" dir="ltr">
              {text}
            </dd>
          </div>
          <CopyButton text={copied} label={t("cards.number.copy")} doneLabel={t("cards.number.copied")} />
        </div>
      ))}
    </dl>
  );
}
