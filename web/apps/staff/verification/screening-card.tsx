/** Verified people whose names were found on a new list of sanctions: open what they showed, then say who it is. */
import { useState } from "react";
import { holdsRight } from "#contract/staff/rights.ts";
import type { ScreeningHit } from "#contract/compliance/screening.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { moveByArrows } from "../console/queue/move-by-arrows.ts";
import { ScreeningForm } from "./forms/screening-form.tsx";

type Props = {
  readonly hits: readonly ScreeningHit[];
  readonly onLook: (hit: ScreeningHit & { readonly document: string }) => void;
  readonly onDecided: () => void;
};

export function ScreeningCard({ hits, onLook, onDecided }: Props) {
  const page = usePage();
  const t = useT();
  const [chosen, choose] = useState<string | null>(null);
  const mayDecide = holdsRight(useSession()?.roles ?? [], "screening");
  return (
    <Card className="grid gap-3 border-bad p-5" data-screening={hits.length}>
      <h2 className="font-semibold">{t("verification.screening.title")}</h2>
      <p className="text-sm text-muted">{t("verification.screening.lead")}</p>
      <ul className="grid gap-3">
        {hits.map((hit) => {
          const { document, reference } = hit;
          return (
            <li
              key={reference}
              tabIndex={-1}
              className="grid gap-3 border-t border-line pt-3"
              data-hit={reference}
              onKeyDown={moveByArrows}
            >
              <div className="flex flex-wrap items-center justify-between gap-3">
                <p className="text-sm">
                  <a href={page.href("user", { username: hit.username })} className="font-medium hover:underline">
                    <bdi>{hit.username}</bdi>
                  </a>{" "}
                  · <bdi>{hit.listedName}</bdi>
                  {hit.listedId !== "" && <bdi> #{hit.listedId}</bdi>} ({hit.percent}%) ·{" "}
                  <span className="text-muted">
                    <LocalTime at={hit.foundAt} />
                  </span>
                </p>
                <div className="flex flex-wrap gap-2">
                  {document !== null && (
                    <Button size="sm" look="secondary" onClick={() => onLook({ ...hit, document })}>
                      {t("verification.staff.look")}
                    </Button>
                  )}
                  {mayDecide && (
                    <Button
                      size="sm"
                      look="quiet"
                      aria-expanded={chosen === reference}
                      onClick={() => choose((now) => (now === reference ? null : reference))}
                    >
                      {t("verification.screening.decide")}
                    </Button>
                  )}
                </div>
              </div>
              {chosen === reference && (
                <ScreeningForm
                  hit={hit}
                  onDecided={() => {
                    choose(null);
                    onDecided();
                  }}
                />
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
