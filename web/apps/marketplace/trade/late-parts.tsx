/** The parts that most open trades do not have: a gift card, the case, the moderator's decision, a chargeback, feedback. */
import type { ComponentProps, ComponentType, ReactNode } from "react";
import { Late } from "#sdk/late.tsx";
import type { AwardPanel as Award } from "./disputes/award-panel.tsx";
import type { ChargebackSection as Chargeback } from "./disputes/chargeback-section.tsx";
import type { DisputeRoom as Room } from "./disputes/dispute-room.tsx";
import { Failed, Loading } from "./disputes/failed.tsx";
import type { FeedbackSaid as Said } from "./feedback-said.tsx";
import type { CardFacts as Facts } from "./requirements/card-facts.tsx";

const loadRoom = async () => (await import("./disputes/dispute-room.tsx")).DisputeRoom;
const loadAward = async () => (await import("./disputes/award-panel.tsx")).AwardPanel;
const loadChargeback = async () => (await import("./disputes/chargeback-section.tsx")).ChargebackSection;
const loadCard = async () => (await import("./requirements/card-facts.tsx")).CardFacts;
const loadFeedback = async () => (await import("./feedback-said.tsx")).FeedbackSaid;

export function DisputeRoom(props: ComponentProps<typeof Room>) {
  return <LatePart load={loadRoom} props={props} loading={<Loading />} />;
}

export function AwardPanel(props: ComponentProps<typeof Award>) {
  return <LatePart load={loadAward} props={props} loading={<Loading />} />;
}

/** Only its call says whether there is anything to see: nothing is drawn until then. */
export function ChargebackSection(props: ComponentProps<typeof Chargeback>) {
  return <LatePart load={loadChargeback} props={props} loading={null} />;
}

export function CardFacts(props: ComponentProps<typeof Facts>) {
  return <LatePart load={loadCard} props={props} loading={<Loading />} />;
}

export function FeedbackSaid(props: ComponentProps<typeof Said>) {
  return <LatePart load={loadFeedback} props={props} loading={null} />;
}

type Part<Props> = { load: () => Promise<ComponentType<Props>>; props: Props; loading: ReactNode };

function LatePart<Props extends object>(part: Part<Props>) {
  return <Late {...part} failed={(again) => <Failed onAgain={again} />} />;
}
