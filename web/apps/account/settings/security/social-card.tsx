/** Accounts elsewhere by which one signs in: connecting goes over the provider's page and back, disconnecting takes a proof. */
import { useState } from "react";
import type { SettingsSecurityProps } from "#contract/people/pages.ts";
import type { SocialAccounts } from "#contract/people/sign-in/social.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { usePage, useT } from "#sdk/page-kit.ts";
import { PROOF_FIELDS, ProofField } from "#widgets/proof-field.tsx";
import { useAction } from "#sdk/state/use-action.ts";
import { type Typed, useProof } from "#sdk/calls/use-proof.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Row, Rows } from "#ui/rows.tsx";
import { goToProvider } from "../../sign-in/go-to-provider.ts";
import { SettingsCard } from "../settings-card.tsx";

type Connected = SocialAccounts["accounts"][number];

export function SocialCard({ social: first }: Pick<SettingsSecurityProps, "social">) {
  const t = useT();
  const page = usePage();
  const [social, setSocial] = useState(first);
  const [ending, setEnding] = useState<Connected | null>(null);
  const begin = useAction(async (provider: string) => {
    const { beginSocialConnection } = await import("#contract/people/sign-in/social.ts");
    const { data } = await page.call(beginSocialConnection, { params: { provider }, body: {} });
    await goToProvider(page, data.location);
  });
  // The operator has named nobody.
  if (social.accounts.length + social.providers.length === 0) return null;
  return (
    <SettingsCard title={t("account.social.title")} lead={t("account.social.lead")}>
      {social.accounts.length === 0 && <p className="text-sm text-muted">{t("account.social.none")}</p>}
      {social.accounts.length > 0 && (
        <Rows>
          {social.accounts.map((account) => (
            <Row key={account.provider}>
              <span className="grid min-w-0 text-sm">
                <span className="font-medium break-words">
                  <bdi>{account.title}</bdi>
                  {account.hint && (
                    <>
                      {" · "}
                      <bdi className="font-normal text-muted">{account.hint}</bdi>
                    </>
                  )}
                </span>
                <span className="text-xs text-muted">
                  {t("account.social.connected")} <LocalTime at={account.connectedAt} dateOnly />
                </span>
              </span>
              <Button look="quiet" size="sm" onClick={() => setEnding(account)}>
                {t("account.social.disconnect")}
              </Button>
            </Row>
          ))}
        </Rows>
      )}
      <div className="flex flex-wrap gap-2">
        {social.providers.map(({ id, title }) => (
          <Button key={id} look="secondary" isBusy={begin.isRunning} onClick={() => void begin.run(id)}>
            {t("account.social.connect", { name: title })}
          </Button>
        ))}
      </div>
      {ending && (
        <DisconnectDialog
          account={ending}
          onClose={() => setEnding(null)}
          onDone={(now) => {
            setSocial(now);
            setEnding(null);
            page.toast("success", t("account.social.disconnected"));
          }}
        />
      )}
    </SettingsCard>
  );
}

type Ending = {
  readonly account: Connected;
  readonly onDone: (now: SocialAccounts) => void;
  readonly onClose: () => void;
};

function DisconnectDialog({ account: { provider, title }, onDone, onClose }: Ending) {
  const t = useT();
  const page = usePage();
  const what = { kind: "disconnect_social", id: provider } as const;
  const proof = useProof({ codesFor: what });
  const end = useAction(
    async (typed: Typed) => {
      const [{ prove }, { disconnectSocialAccount }] = await Promise.all([
        import("#sdk/calls/prove.ts"),
        import("#contract/people/sign-in/social.ts"),
      ]);
      await prove(page, typed, what);
      onDone((await page.call(disconnectSocialAccount, { params: { provider } })).data);
    },
    { fields: PROOF_FIELDS },
  );
  const heading = t("account.social.disconnect_title", { name: title });
  return (
    <Dialog isOpen onClose={onClose} title={heading} closeLabel={t("shell.close")}>
      <Form className="grid gap-4" onSubmit={() => proof.typed && void end.run(proof.typed)}>
        <p className="text-sm text-muted">{t("account.social.disconnect_text")}</p>
        <ProofField proof={proof} refusal={end.refusal} />
        <Button type="submit" look="danger" wide disabled={!proof.typed} isBusy={end.isRunning}>
          {t("account.social.disconnect")}
        </Button>
      </Form>
    </Dialog>
  );
}
