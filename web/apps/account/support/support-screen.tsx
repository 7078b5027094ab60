/** Support: write to it, one's own tickets, and wishes for the product; for people who are signed in, and who are not. */
import type { SupportProps } from "#contract/reach/pages.ts";
import { SUPPORT_VIEWS, type SupportView } from "#contract/reach/support/names.ts";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Segments } from "#ui/segments.tsx";
import { GuestForm } from "./guest-form.tsx";
import { FeatureRequests } from "./feature-requests.tsx";
import { TicketForm } from "./ticket/form.tsx";
import { TicketList } from "./ticket/list.tsx";
import { Help } from "./help.tsx";

export const screen: PageScreen<"support", typeof SupportScreen> = {
  title: "support.view.title",
  texts: [
    "support.view",
    "support.topic",
    "support.status",
    "support.object",
    "support.clock",
    "support.form",
    "support.tickets",
    "support.thread",
    "support.ideas",
    "help.suggest",
  ],
};

export default function SupportScreen(props: SupportProps) {
  const { view, features } = props;
  const session = useSession();
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-[minmax(0,1fr)] gap-5 py-6">
      <SupportHead view={view} isSignedIn={session !== null} />
      {view === "write" && (session ? <TicketForm {...props} /> : <GuestForm chosen={props.chosen} />)}
      {view === "tickets" && <TicketList tickets={props.tickets} next={props.next} />}
      {view === "ideas" && features && <FeatureRequests first={features} />}
      {view === "write" && <Help />}
    </div>
  );
}

const ADDRESSES = { write: "support", tickets: "supportTickets", ideas: "supportIdeas" } as const;

export function SupportHead({ view, isSignedIn }: { readonly view: SupportView; readonly isSignedIn: boolean }) {
  const page = usePage();
  const t = useT();
  const views = SUPPORT_VIEWS.filter((one) => isSignedIn || one !== "tickets");
  return (
    <header className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h1 className="text-2xl font-bold tracking-tight">{t("support.view.title")}</h1>
      <div className="max-w-full overflow-x-auto">
        <Segments
          label={t("support.view.which")}
          chosen={view}
          segments={views.map((key) => ({
            key,
            label: t(`support.view.${key}`),
            href: page.href(ADDRESSES[key], undefined),
          }))}
        />
      </div>
    </header>
  );
}
