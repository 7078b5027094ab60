/** Sending, by either way: somebody's invoice is paid, or another wallet collects by a code, which is loaded when it is chosen. */
import { useState } from "react";
import type { Lightning } from "#contract/products/lightning/lightning.ts";
import { Late } from "#sdk/late.tsx";
import { useT } from "#sdk/page-kit.ts";
import { Button } from "#ui/button.tsx";
import { Segments } from "#ui/segments.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { SendCard } from "./send-card.tsx";

const WAYS = ["invoice", "code"] as const;

const loadWithdrawCard = async () => (await import("./withdraw-card.tsx")).WithdrawCard;

export function LeaveCard({ lightning, look }: { readonly lightning: Lightning; readonly look: () => void }) {
  const t = useT();
  const [way, choose] = useState<(typeof WAYS)[number]>(lightning.withdrawal ? "code" : "invoice");
  const switcher = (
    <Segments
      label={t("lightning.way.label")}
      chosen={way}
      onChoose={(key) => choose(WAYS.find((one) => one === key) ?? "invoice")}
      controls="leave"
      segments={WAYS.map((key) => ({ key, label: t(`lightning.way.${key}`) }))}
    />
  );
  return (
    <div id="leave" className="grid grid-cols-[minmax(0,1fr)]">
      {way === "invoice" ? (
        <SendCard lightning={lightning} look={look} switcher={switcher} />
      ) : (
        <Late
          load={loadWithdrawCard}
          props={{ lightning, look, switcher }}
          loading={<Spinner />}
          failed={(again) => (
            <Button look="secondary" onClick={again}>
              {t("proof.quote.again")}
            </Button>
          )}
        />
      )}
    </div>
  );
}
