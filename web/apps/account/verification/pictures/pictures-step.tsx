/** The pictures that a document takes, by camera or file, and the press that hands them in. */
import { useState } from "react";
import type { OwnVerification } from "#contract/compliance/verification/verification.ts";
import type { Side } from "#contract/compliance/verification/names.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Steps } from "../forms/form-frame.tsx";
import { lostOf } from "./lost-pictures.ts";
import { PictureField } from "./picture-field.tsx";

type Props = {
  readonly started: OwnVerification;
  readonly onSubmitted: () => void;
  readonly onStartOver: () => void;
  /** Of what was submitted before: closes it, also before everything is there. */
  readonly onShownAgain: () => void;
};

export function PicturesStep({ started, onSubmitted, onStartOver, onShownAgain }: Props) {
  const page = usePage();
  const t = useT();
  // A submitted document needs only its unreadable pictures again.
  const isSubmitted = started.status === "pending";
  const [sides] = useState(() => (isSubmitted ? lostOf(started) : started.sides));
  const [added, setAdded] = useState(() => whatIsThere(started));
  const reference = started.verificationReference;
  const submit = useAction(async () => {
    const { submitVerification } = await import("#contract/compliance/verification/verification.ts");
    await page.call(submitVerification, { params: { reference } });
    onSubmitted();
  });
  const isComplete = sides.every((side) => added.has(side));
  return (
    <Card className="grid gap-5 p-5">
      <Steps current={isComplete ? 2 : 1} />
      <h2 className="text-lg font-semibold">{t(`verification.document.${started.documentType}`)}</h2>
      <ul className="grid gap-4 sm:grid-cols-2">
        {sides.map((side) => (
          <li key={side}>
            <PictureField
              reference={reference}
              side={side}
              isThere={added.has(side)}
              pages={added.get(side) ?? null}
              onAdded={(own) =>
                setAdded((now) => new Map([...now, [side, (own && whatIsThere(own).get(side)) ?? null]]))
              }
            />
          </li>
        ))}
      </ul>
      <p className="text-xs text-muted">
        {t(started.kind === "company" ? "verification.picture.formats_paper" : "verification.picture.formats")}
      </p>
      {isSubmitted ? (
        <div>
          <Button look={isComplete ? "primary" : "quiet"} onClick={onShownAgain}>
            {t(isComplete ? "verification.corrupted.done" : "verification.picture.cancel")}
          </Button>
        </div>
      ) : (
        <>
          {!isComplete && (
            <p className="text-sm text-muted">
              {t(started.kind === "company" ? "verification.missing_papers" : "verification.missing")}
            </p>
          )}
          <div className="flex flex-wrap gap-2">
            <Button disabled={!isComplete} isBusy={submit.isRunning} onClick={() => void submit.run()}>
              {t("verification.submit")}
            </Button>
            <Button look="quiet" onClick={onStartOver}>
              {t("verification.start_over")}
            </Button>
          </div>
        </>
      )}
    </Card>
  );
}

/** The readable pictures, with the pages of each PDF. */
function whatIsThere({ pictures }: OwnVerification): ReadonlyMap<Side, number | null> {
  return new Map(
    pictures.flatMap(({ side, status, pages }) => (status === "corrupted" ? [] : [[side, pages] as const])),
  );
}
