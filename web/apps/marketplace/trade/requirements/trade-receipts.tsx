/** The buyer's required files, each with the seller's decision, and the rules that both have read. */
import { type ReactNode, useRef, useState } from "react";
import type { Attachment, TradeUploads } from "#contract/market/trades/attachments.ts";
import { REQUIREMENTS, type RequirementName } from "#contract/market/offers/requirement-names.ts";
import { isInEscrow } from "#contract/market/trades/trade/statuses.ts";
import type { TradeView } from "#contract/market/trades/trade/trades.ts";
import { loadTexts } from "#sdk/words/late-texts.ts";
import type { Messages } from "#sdk/words/t.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useMerge, usePageQuery } from "#sdk/calls/queries.ts";
import { uploadFile } from "#sdk/calls/upload-file.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { useLive } from "#sdk/live/use-live.ts";
import { Alert } from "#ui/alert.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { FileLink } from "../disputes/evidence-files.tsx";
import { RejectForm } from "./reject-form.tsx";
import { RulesRead } from "../rules-read.tsx";

const RECEIPTS_TEXTS = import.meta.glob<Messages>("../../../../i18n/receipts/*.json", { import: "default" });

const TONES = { pending: "warn", uploaded: "info", approved: "good", rejected: "bad", corrupted: "bad" } as const;
/** The payer may show that they paid, asked or not. */
const UNASKED: RequirementName = "payment_proof";

type Shown = { readonly trade: TradeView; readonly uploads: TradeUploads; readonly take: (next: TradeUploads) => void };

export function TradeReceipts({ trade }: { trade: TradeView }) {
  const t = useT();
  const page = usePage();
  const key = ["trade-uploads", trade.tradeHash] as const;
  const { data: uploads, refetch } = usePageQuery<TradeUploads>({
    queryKey: key,
    queryFn: async () => {
      const { getTradeUploads } = await import("#contract/market/trades/attachments.ts");
      const [{ data }] = await Promise.all([
        page.call(getTradeUploads, { params: { id: trade.tradeHash } }),
        loadTexts(page, "receipts", RECEIPTS_TEXTS),
      ]);
      return data;
    },
  });
  const merge = useMerge<TradeUploads>(key);
  useLive("user", ({ type, payload }) => {
    const isOfReceipts = type === "chat.message" && payload.message.systemKey?.startsWith("receipt_");
    if (isOfReceipts && payload.tradeHash === trade.tradeHash) void refetch();
  });
  if (!uploads) return null;
  const isOpen = isInEscrow(trade.status);
  if (!isOpen && uploads.list.length === 0 && uploads.policiesRead.length === 0) return null;
  const shown = { trade, uploads, take: (next: TradeUploads) => merge(() => next) };
  const isMissing = trade.viewerRole === "buyer" && isOpen && trade.awaitedRequirements.length > 0;
  return (
    <Card className="grid gap-4 p-5" aria-labelledby="receipts">
      <h2 id="receipts" className="font-semibold">
        {t("receipts.title")}
      </h2>
      <p className="text-xs text-muted">{t("receipts.seen_by")}</p>
      {isMissing && (
        <Alert kind="warning" size="sm">
          {t("receipts.before_paid")}
        </Alert>
      )}
      {uploads.list.length === 0 && <p className="text-sm text-muted">{t("receipts.none")}</p>}
      <ul className="grid gap-3">
        {uploads.list.map((item) => (
          <Proof key={`${item.requirementId} ${item.id ?? item.status}`} item={item} {...shown} />
        ))}
      </ul>
      {isOpen && <MoreProofs {...shown} />}
      <RulesRead {...shown} />
    </Card>
  );
}

function Proof({ item, trade, uploads, take }: Shown & { item: Attachment }) {
  const t = useT();
  const isOpen = isInEscrow(trade.status);
  const isError = uploads.errorRequirementsIds.includes(item.requirementId);
  const isLast = uploads.list.findLast(({ requirementId }) => requirementId === item.requirementId) === item;
  const mayUpload = trade.viewerRole === "buyer" && isOpen && isLast && (item.id === null || isError);
  return (
    <li className="grid gap-2 rounded-lg border border-line p-3 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{t(`receipts.name.${item.requirementId}`)}</span>
        <Badge tone={TONES[item.status]}>{t(`receipts.status.${item.status}`)}</Badge>
        {item.optional && <span className="text-xs text-muted">{t("receipts.optional")}</span>}
      </p>
      {item.url && <FileLink href={item.url}>{item.name}</FileLink>}
      {item.reason && (
        <p className="text-muted [overflow-wrap:anywhere]" dir="auto">
          {item.reason}
        </p>
      )}
      {mayUpload && <UploadReceipt trade={trade} requirement={item.requirementId} take={take} />}
      {isOpen && item.id && item.status === "uploaded" && <Acts trade={trade} id={item.id} take={take} />}
    </li>
  );
}

type Act = { action: "approve" | "reject" | "remove"; id: string; reason?: string };

/** The seller's two words, or the buyer's way back until they have said that they paid. */
function Acts({ trade, id, take }: Pick<Shown, "trade" | "take"> & { id: string }) {
  const t = useT();
  const page = usePage();
  const [isRejecting, setRejecting] = useState(false);
  const act = useAction(
    async (body: Act) => {
      const { actOnAttachment } = await import("#contract/market/trades/attachments.ts");
      take((await page.call(actOnAttachment, { params: { id: trade.tradeHash }, body })).data);
    },
    { fields: ["reason"] },
  );
  const button = (action: Act["action"], press: () => void): ReactNode => (
    <Button look={action === "approve" ? "secondary" : "quiet"} size="sm" isBusy={act.isRunning} onClick={press}>
      {t(`receipts.act.${action}`)}
    </Button>
  );
  if (trade.viewerRole === "moderator") return null;
  if (trade.viewerRole === "buyer")
    return trade.paidAt === null ? <div>{button("remove", () => void act.run({ action: "remove", id }))}</div> : null;
  if (isRejecting)
    return (
      <RejectForm
        refusal={act.refusal}
        isBusy={act.isRunning}
        onCancel={() => setRejecting(false)}
        onReject={(reason) => void act.run({ action: "reject", id, reason })}
      />
    );
  return (
    <div className="flex flex-wrap gap-2">
      {button("approve", () => void act.run({ action: "approve", id }))}
      {button("reject", () => setRejecting(true))}
    </div>
  );
}

/** Files that were not requested: the buyer proves the payment, the seller requests them. */
function MoreProofs({ trade, uploads, take }: Shown) {
  const t = useT();
  const page = usePage();
  const ask = useAction(async (requirementId: RequirementName) => {
    const { askRequirement } = await import("#contract/market/trades/attachments.ts");
    take((await page.call(askRequirement, { params: { id: trade.tradeHash }, body: { requirementId } })).data);
  });
  const isListed = (name: RequirementName) => uploads.list.some(({ requirementId }) => requirementId === name);
  if (trade.viewerRole === "buyer")
    return isListed(UNASKED) ? null : <UploadReceipt trade={trade} requirement={UNASKED} take={take} isExtra />;
  const left = REQUIREMENTS.filter((name) => !isListed(name));
  if (trade.viewerRole !== "seller" || left.length === 0) return null;
  return (
    <div className="grid gap-2">
      <p className="text-sm text-muted">{t("receipts.ask_hint")}</p>
      <div className="flex flex-wrap gap-2">
        {left.map((name) => (
          <Button key={name} look="secondary" size="sm" isBusy={ask.isRunning} onClick={() => void ask.run(name)}>
            {t("receipts.ask", { name: t(`receipts.name.${name}`) })}
          </Button>
        ))}
      </div>
    </div>
  );
}

type Uploading = Pick<Shown, "trade" | "take"> & { readonly requirement: RequirementName; readonly isExtra?: boolean };

function UploadReceipt({ trade, requirement, take, isExtra = false }: Uploading) {
  const t = useT();
  const page = usePage();
  const input = useRef<HTMLInputElement>(null);
  const upload = useAction(
    async (chosen: File) => {
      const { url } = await uploadFile(page, chosen);
      const { submitRequirements } = await import("#contract/market/trades/attachments.ts");
      const body = { requirements: [{ requirementId: requirement, url }] };
      take((await page.call(submitRequirements, { params: { id: trade.tradeHash }, body })).data);
    },
    { quiet: true },
  );
  const label = isExtra ? t("receipts.show", { name: t(`receipts.name.${requirement}`) }) : t("receipts.upload");
  return (
    <div className="grid gap-2">
      {upload.refusal && (
        <Alert kind="danger" size="sm">
          {upload.refusal.message || t("shell.error.generic")}
        </Alert>
      )}
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,application/pdf"
        className="sr-only"
        tabIndex={-1}
        aria-label={`${t(`receipts.name.${requirement}`)}: ${label}`}
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          if (chosen) void upload.run(chosen);
          event.target.value = "";
        }}
      />
      <Button
        look="secondary"
        size="sm"
        className="justify-self-start"
        isBusy={upload.isRunning}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
    </div>
  );
}
