/** Sign-ins that ask to be let in: the number that the other screen shows, and what confirms that it is oneself. */
import { useState } from "react";
import type { SignInsProps } from "#contract/people/pages.ts";
import type { SignInRequest } from "#contract/people/sign-in/sign-in-approvals.ts";
import { isDeclined } from "#sdk/declined.ts";
import { deviceText } from "#sdk/words/device-text.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { isProofFault, ProofField } from "#widgets/proof-field.tsx";
import { usePageQuery } from "#sdk/calls/queries.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { useLive } from "#sdk/live/use-live.ts";
import { type Typed, useProof } from "#sdk/calls/use-proof.ts";
import type { PageScreen } from "#sdk/screen.ts";
import { Alert } from "#ui/alert.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { FactRows } from "#ui/fact-rows.tsx";
import { Form } from "#ui/forms/form.tsx";
import { checkCircle } from "#ui/icons/shapes.ts";
import { RadioCards } from "#ui/forms/radio-cards.tsx";
import { Rows } from "#ui/rows.tsx";

export const screen: PageScreen<"account-sign-ins", typeof SignInsScreen> = {
  title: "account.sign_ins.title",
  texts: ["account.sessions", "account.sign_ins", "proof"],
};

const ASK_MS = 5000;
const TONES = { pending: "warn", expired: "neutral", approved: "good", denied: "bad" } as const;

/** Decided already, or by this response. */
const OVER: readonly string[] = ["auth.approval_gone", "auth.approval_number"];

export default function SignInsScreen({ requests: first }: SignInsProps) {
  const page = usePage();
  const t = useT();
  const { data: requests = first, refetch } = usePageQuery<readonly SignInRequest[]>({
    queryKey: ["sign-in-requests"],
    initialData: first,
    refetchInterval: ASK_MS,
    queryFn: async () => {
      const { listSignInRequests } = await import("#contract/people/sign-in/sign-in-approvals.ts");
      return (await page.call(listSignInRequests, {})).data;
    },
  });
  useLive("user", ({ type }) => void (type === "notification" && refetch()));
  const waiting = requests.filter(({ state }) => state === "pending");
  const earlier = requests.filter(({ state }) => state !== "pending");
  // Decisions from before this page was opened are not announced.
  const [known] = useState(() => new Set(first.filter(({ state }) => state !== "pending").map(({ id }) => id)));
  const [newest] = earlier;
  const latest = waiting.length === 0 && newest && !known.has(newest.id) ? newest.state : undefined;
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-5 py-6">
      <h1 className="text-2xl font-bold tracking-tight">{t("account.sign_ins.title")}</h1>
      {latest === "denied" && <Denied />}
      {latest === "approved" && <Alert kind="success">{t("account.sign_ins.approved")}</Alert>}
      {waiting.map((request) => (
        <Waiting key={request.id} request={request} onChange={() => void refetch()} />
      ))}
      {waiting.length === 0 && latest === undefined && (
        <EmptyState shape={checkCircle} title={t("account.sign_ins.none")}>
          {t("account.sign_ins.none_text")}
        </EmptyState>
      )}
      {earlier.length > 0 && <Earlier requests={earlier} />}
    </div>
  );
}

function Denied() {
  const page = usePage();
  const t = useT();
  return (
    <Alert kind="danger">
      <p>{t("account.sign_ins.denied")}</p>
      <LinkButton look="secondary" size="sm" className="mt-2" href={page.href("accountSecurity", undefined)}>
        {t("account.sign_ins.change")}
      </LinkButton>
    </Alert>
  );
}

function Waiting({ request, onChange }: { request: SignInRequest; onChange: () => void }) {
  const page = usePage();
  const t = useT();
  const [number, setNumber] = useState<number | null>(null);
  const wanted = { kind: "approve_sign_in", id: request.id } as const;
  const proof = useProof({ codesFor: wanted });
  const approve = useAction(
    async (chosen: number, typed: Typed) => {
      const [{ shownAtSignIn }, { approveSignIn }] = await Promise.all([
        import("#sdk/calls/prove.ts"),
        import("#contract/people/sign-in/sign-in-approvals.ts"),
      ]);
      const { recovery_code: _, ...shown } = {
        recovery_code: undefined,
        ...(await shownAtSignIn(page, typed, wanted)),
      };
      try {
        await page.call(approveSignIn, { body: { id: request.id, number: chosen, ...shown } });
      } catch (error) {
        if (isDeclined(error) && OVER.includes(error.code)) onChange();
        throw error;
      }
      onChange();
    },
    { quiet: true },
  );
  const deny = useAction(async () => {
    const { denySignIn } = await import("#contract/people/sign-in/sign-in-approvals.ts");
    await page.call(denySignIn, { body: { id: request.id } });
    onChange();
  });
  const { refusal } = approve;
  return (
    <Card className="grid gap-5 p-5">
      <p className="text-sm text-muted">{t("account.sign_ins.lead")}</p>
      <Facts request={request} />
      <Form
        className="grid gap-4"
        onSubmit={() => number !== null && proof.typed && void approve.run(number, proof.typed)}
      >
        {refusal && !isProofFault(refusal) && <Alert kind="danger">{refusal.message}</Alert>}
        <RadioCards
          legend={t("account.sign_ins.which")}
          name={`number-${request.id}`}
          value={number === null ? null : String(number)}
          cards={request.choices.map((choice) => ({
            value: String(choice),
            title: <span className="text-xl font-bold tabular-nums">{choice}</span>,
          }))}
          onChange={(chosen) => setNumber(Number(chosen))}
          columns={3}
        />
        {number !== null && (
          <div className="grid gap-2">
            <p className="text-sm font-medium">{t("account.sign_ins.proof")}</p>
            <ProofField proof={proof} refusal={refusal} />
          </div>
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={number === null || !proof.typed} isBusy={approve.isRunning}>
            {t("account.sign_ins.approve")}
          </Button>
          <Button look="danger" isBusy={deny.isRunning} onClick={() => void deny.run()}>
            {t("account.sign_ins.deny")}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

function Facts({ request: { device, place, ip, at, validUntil } }: { request: SignInRequest }) {
  const t = useT();
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
      <FactRows
        rows={[
          [t("account.sign_ins.browser"), deviceText(t, device)],
          [t("account.sign_ins.place"), place ?? t("account.sign_ins.unknown")],
          [t("account.sign_ins.address"), ip],
          [t("account.sign_ins.at"), <LocalTime key="at" at={at} />],
          [t("account.sign_ins.until"), <LocalTime key="until" at={validUntil} />],
        ]}
      />
    </dl>
  );
}

function Earlier({ requests }: { requests: readonly SignInRequest[] }) {
  const t = useT();
  return (
    <section className="grid gap-2">
      <h2 className="text-sm font-semibold">{t("account.sign_ins.earlier")}</h2>
      <Rows>
        {requests.map(({ id, state, device, place, ip, at }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 text-sm">
            <span className="grid min-w-0">
              <bdi className="font-medium">{deviceText(t, device)}</bdi>
              <span className="text-xs text-muted">
                {place !== null && <>{place} · </>}
                <bdi>{ip}</bdi> · <LocalTime at={at} />
              </span>
            </span>
            <Badge tone={TONES[state]}>{t(`account.sign_ins.state.${state}`)}</Badge>
          </li>
        ))}
      </Rows>
    </section>
  );
}
