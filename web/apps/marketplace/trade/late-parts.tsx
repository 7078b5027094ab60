/** The parts that most open trades do not have, or only after a press: dialogs, the case and its decision, a chargeback, feedback. */
import { type ComponentProps, type ComponentType, type ReactNode, useEffect } from "react";
import { Late } from "#sdk/late.tsx";
import type { MessageComposer as Composer } from "#widgets/message-composer.tsx";
import type { ContactSupport as Contact } from "#widgets/contact-support.tsx";
import type { ConfirmDialog as Confirm } from "./confirm-dialog.tsx";
import type { CaseColumn as Column } from "./disputes/case-column.tsx";
import type { AwardPanel as Award } from "./disputes/award-panel.tsx";
import type { ChargebackSection as Chargeback } from "./disputes/chargeback-section.tsx";
import type { DisputeRoom as Room } from "./disputes/room.tsx";
import { Failed, Loading } from "./disputes/failed.tsx";
import type { GiveAccount as Give } from "./payment/give-account.tsx";
import type { CardFacts as Facts } from "./requirements/card-facts.tsx";
import type { ProofDialog as Proof } from "./requirements/proof-dialog.tsx";
import type { RevealCode as Reveal } from "./requirements/reveal-code.tsx";
import type { TradeReceipts as Receipts } from "./requirements/trade-receipts.tsx";
import type { FeedbackSaid as Said } from "./result/feedback-said.tsx";
import type { TradeFeedback as Feedback } from "./result/trade-feedback.tsx";

const loadRoom = async () => (await import("./disputes/room.tsx")).DisputeRoom;
const loadAward = async () => (await import("./disputes/award-panel.tsx")).AwardPanel;
const loadColumn = async () => (await import("./disputes/case-column.tsx")).CaseColumn;
const loadChargeback = async () => (await import("./disputes/chargeback-section.tsx")).ChargebackSection;
const loadCard = async () => (await import("./requirements/card-facts.tsx")).CardFacts;
const loadReceipts = async () => (await import("./requirements/trade-receipts.tsx")).TradeReceipts;
const loadSaid = async () => (await import("./result/feedback-said.tsx")).FeedbackSaid;
const loadFeedback = async () => (await import("./result/trade-feedback.tsx")).TradeFeedback;
const loadConfirm = async () => (await import("./confirm-dialog.tsx")).ConfirmDialog;
const loadProof = async () => (await import("./requirements/proof-dialog.tsx")).ProofDialog;
const loadReveal = async () => (await import("./requirements/reveal-code.tsx")).RevealCode;
const loadComposer = async () => (await import("#widgets/message-composer.tsx")).MessageComposer;
const loadContact = async () => (await import("#widgets/contact-support.tsx")).ContactSupport;
const loadGive = async () => (await import("./payment/give-account.tsx")).GiveAccount;

export function DisputeRoom(props: ComponentProps<typeof Room>) {
  return <LatePart load={loadRoom} props={props} loading={<Loading />} />;
}

export function AwardPanel(props: ComponentProps<typeof Award>) {
  return <LatePart load={loadAward} props={props} loading={<Loading />} />;
}

export function CaseColumn(props: ComponentProps<typeof Column>) {
  return <LatePart load={loadColumn} props={props} loading={<Loading />} />;
}

/** Only its call says whether there is anything to see: nothing is drawn until then. */
export function ChargebackSection(props: ComponentProps<typeof Chargeback>) {
  return <LatePart load={loadChargeback} props={props} loading={null} />;
}

export function TradeReceipts(props: ComponentProps<typeof Receipts>) {
  return <LatePart load={loadReceipts} props={props} loading={null} />;
}

export function CardFacts(props: ComponentProps<typeof Facts>) {
  return <LatePart load={loadCard} props={props} loading={<Loading />} />;
}

export function FeedbackSaid(props: ComponentProps<typeof Said>) {
  return <LatePart load={loadSaid} props={props} loading={null} />;
}

export function TradeFeedback(props: ComponentProps<typeof Feedback>) {
  return <LatePart load={loadFeedback} props={props} loading={<Loading />} />;
}

/** Its place is kept: the messages above do not move. */
export function MessageComposer(props: ComponentProps<typeof Composer>) {
  return <LatePart load={loadComposer} props={props} loading={<div className="h-17 border-t border-line" />} />;
}

/** At the end of the facts: nothing below it moves when it comes. */
export function ContactSupport(props: ComponentProps<typeof Contact>) {
  return <LatePart load={loadContact} props={props} loading={null} />;
}

export function ConfirmDialog(props: ComponentProps<typeof Confirm>) {
  return <LatePart load={loadConfirm} props={props} loading={null} />;
}

export function ProofDialog(props: ComponentProps<typeof Proof>) {
  return <LatePart load={loadProof} props={props} loading={null} />;
}

export function RevealCode(props: ComponentProps<typeof Reveal>) {
  return <LatePart load={loadReveal} props={props} loading={null} />;
}

export function GiveAccount(props: ComponentProps<typeof Give>) {
  return <LatePart load={loadGive} props={props} loading={null} />;
}

/** Loads the questions of the trade's actions right after the mount: one before coins move must not depend on the line then. */
export function useQuestionsAtHand(): void {
  useEffect(() => {
    // A question that opens before its script is there loads it, and reports a failure.
    for (const load of [loadConfirm, loadProof, loadReveal]) load().catch(() => undefined);
  }, []);
}

type Part<Props> = { load: () => Promise<ComponentType<Props>>; props: Props; loading: ReactNode };

function LatePart<Props extends object>(part: Part<Props>) {
  return <Late {...part} failed={(again) => <Failed onAgain={again} />} />;
}
