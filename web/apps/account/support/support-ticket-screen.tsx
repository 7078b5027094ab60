/** A ticket of the signed-in reader. It is asked for again while it is looked at. */
import type { SupportTicketProps } from "#contract/reach/pages.ts";
import type { TicketThread } from "#contract/reach/support/support.ts";
import { usePage } from "#sdk/page-kit.ts";
import { putQuery, usePageQuery } from "#sdk/calls/queries.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Thread, type TicketActs } from "./thread.tsx";

const ASK_AGAIN_MS = 20_000;

export const screen: PageScreen<"support-ticket", typeof SupportTicketScreen> = {
  title: ({ ticket }, { t }) => t("support.tickets.number", { number: ticket.number }),
  texts: [
    "support.view",
    "support.topic",
    "support.status",
    "support.object",
    "support.clock",
    "support.form",
    "support.tickets",
    "support.thread",
    "support.rating",
  ],
};

export default function SupportTicketScreen({ ticket: first }: SupportTicketProps) {
  const page = usePage();
  const { number } = first;
  const params = { number };
  const queryKey = ["support-ticket", number] as const;
  const { data: ticket = first } = usePageQuery<TicketThread>({
    queryKey,
    initialData: first,
    refetchInterval: ASK_AGAIN_MS,
    refetchOnWindowFocus: "always",
    queryFn: async () => {
      const { getTicket } = await import("#contract/reach/support/support.ts");
      return (await page.call(getTicket, { params })).data;
    },
  });
  const acts: TicketActs = {
    write: async (body) => {
      const { writeToTicket } = await import("#contract/reach/support/support.ts");
      return (await page.call(writeToTicket, { params, body })).data;
    },
    solve: async () => {
      const { solveTicket } = await import("#contract/reach/support/support.ts");
      return (await page.call(solveTicket, { params })).data;
    },
    rate: async (body) => {
      const { rateTicket } = await import("#contract/reach/support/support.ts");
      return (await page.call(rateTicket, { params, body })).data;
    },
  };
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-[minmax(0,1fr)] gap-5 py-6">
      <Thread ticket={ticket} acts={acts} onChange={(changed) => putQuery(page, queryKey, changed)} />
    </div>
  );
}
