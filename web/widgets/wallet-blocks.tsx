/** Why the wallet is blocked, what is still open, and the way to each part that is missing. */
import type { MissingVerification, WalletBlock } from "#contract/products/wallet/blocks.ts";
import { usePage, useSession, useT } from "#sdk/page-kit.ts";
import { Alert } from "#ui/alert.tsx";
import { LinkButton } from "#ui/button.tsx";

type Props = { readonly reasons: readonly WalletBlock[]; readonly missing: readonly MissingVerification[] };

/** Of the page, and of live events since: an approved document opens the wallet without a reload. */
function useBlocks({ reasons, missing }: Props): Props {
  const session = useSession();
  const { liveBlocks, liveMissing } = session ?? {};
  return {
    // The blocked actions depend on the reader's place and stay as in the page.
    reasons: reasons.filter((one) => one !== "ID_REQUIRED" || !liveBlocks || liveBlocks.includes(one)),
    missing: liveMissing ?? missing,
  };
}

export function Blocks(props: Props) {
  const { reasons, missing } = useBlocks(props);
  const t = useT();
  const page = usePage();
  const placeOf = usePlaceOf();
  const whatOf = useWhatOf();
  return reasons.map((reason) => (
    <div key={reason} data-block={reason}>
      <Alert
        kind="warning"
        action={
          reason === "ID_REQUIRED" && (
            <span className="flex flex-wrap gap-2">
              {missing.length === 0 && (
                <LinkButton size="sm" look="secondary" href={page.href("kycVerification", undefined)}>
                  {t("wallet.block.verify")}
                </LinkButton>
              )}
              {missing.map((proof) => (
                <LinkButton key={proof} size="sm" look="secondary" href={placeOf(proof)}>
                  {t(`wallet.block.verify_${proof}`)}
                </LinkButton>
              ))}
            </span>
          )
        }
      >
        {t(`wallet.block.${reason}`, { what: whatOf(missing) })}
      </Alert>
    </div>
  ));
}

function usePlaceOf(): (proof: MissingVerification) => string {
  const page = usePage();
  return (proof) => {
    if (proof === "email") return page.href("confirmEmail", undefined);
    if (proof === "phone") return page.href("accountPhone", undefined);
    return page.href("kycVerificationOf", { kind: proof });
  };
}

/** "your phone and your address": what is missing, as a sentence names it. */
function useWhatOf(): (missing: readonly MissingVerification[]) => string {
  const page = usePage();
  const t = useT();
  return (missing) => {
    const named = missing.map((proof) => t(`wallet.block.what.${proof}`));
    return new Intl.ListFormat(page.locale).format(named.length > 0 ? named : [t("wallet.block.what.none")]);
  };
}
