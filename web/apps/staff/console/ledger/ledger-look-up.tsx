/** A person's accounts and newest journals; why is asked first, and stays in the record. */
import { useState } from "react";
import type { PersonLedger } from "#contract/staff/ledger.ts";
import { hasLetters, trimmed } from "#contract/platform/plain-text.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Form } from "#ui/forms/form.tsx";
import { Input } from "#ui/forms/input.tsx";
import { amountText } from "#sdk/words/money.ts";
import { Table } from "#ui/table.tsx";
import { JournalTable } from "./journal-table.tsx";

export function LedgerLookUp() {
  const page = usePage();
  const t = useT();
  const [username, setUsername] = useState("");
  const [reason, setReason] = useState("");
  const [found, setFound] = useState<PersonLedger | null>(null);
  const look = useAction(
    async (name: string, why: string) => {
      const { lookUpLedger } = await import("#contract/staff/ledger.ts");
      setFound((await page.call(lookUpLedger, { body: { username: name, reason: why } })).data);
    },
    { fields: ["username", "reason"] },
  );
  const name = trimmed(username);
  const isReady = /^[A-Za-z0-9_-]{3,20}$/.test(name) && hasLetters(reason, 3);
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-3 p-5">
      <h2 className="font-semibold">{t("console.ledger.look_up")}</h2>
      <Form className="grid gap-3" onSubmit={() => isReady && void look.run(name, trimmed(reason))}>
        <Field label={t("staff.people.username")} error={look.refusal?.fault("username")}>
          {(ids) => (
            <Input
              {...ids}
              autoComplete="off"
              spellCheck={false}
              dir="ltr"
              value={username}
              onChange={(event) => setUsername(event.target.value)}
            />
          )}
        </Field>
        <Field
          label={t("staff.dialog.reason")}
          hint={t("staff.dialog.reason_hint")}
          error={look.refusal?.fault("reason")}
        >
          {(ids) => (
            <Input {...ids} value={reason} maxLength={300} onChange={(event) => setReason(event.target.value)} />
          )}
        </Field>
        <Button type="submit" look="secondary" disabled={!isReady} isBusy={look.isRunning}>
          {t("console.ledger.show_accounts")}
        </Button>
      </Form>
      {found && <Found found={found} />}
    </Card>
  );
}

function Found({ found: { username, accounts, journals } }: { found: PersonLedger }) {
  const t = useT();
  const { locale } = usePage();
  const head = [t("console.ledger.which"), t("console.ledger.head.amount")];
  return (
    <section aria-live="polite" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-semibold">
        <bdi>{username}</bdi>
      </h3>
      <Table caption={t("console.ledger.look_up")} head={head} numbers={[1]}>
        {accounts.map(({ place, currencyCode, amount }) => (
          <tr key={`${place} ${currencyCode}`}>
            <th scope="row" className="text-start font-medium">
              {t(`console.ledger.account.${place}`)}
            </th>
            <td className="text-end tabular-nums">
              <bdi dir="ltr">{amountText(locale, `${amount} ${currencyCode}`)}</bdi>
            </td>
          </tr>
        ))}
      </Table>
      {journals.length === 0 ? (
        <p className="text-sm text-muted">{t("console.ledger.none")}</p>
      ) : (
        <JournalTable caption={t("console.ledger.journals")} journals={journals} />
      )}
    </section>
  );
}
