/** Right calls about files with one's own trades and wallet, by people who have just registered. */
import { askForTradeExport } from "#contract/market/trades/exports.ts";
import { askForStatement, askForWalletFile } from "#contract/products/wallet/files.ts";
import type { TestApp } from "../../../server/testing/index.ts";

const BODY = { startDate: "2026-01-01", endDate: "2026-01-31", format: "csv" } as const;

export function exportAsks(app: TestApp, registered: () => Promise<{ token: string }>) {
  const withOne = async () => {
    const { token } = await registered();
    const { data } = await app.client(token).call(askForTradeExport, { body: BODY });
    return { by: token, params: { id: data.id } };
  };
  const withWalletFile = async () => {
    const { token } = await registered();
    const { data } = await app.client(token).call(askForStatement, { body: { month: "2026-01" } });
    return { by: token, params: { id: data.id } };
  };
  return {
    [askForWalletFile.name]: async () => ({ by: (await registered()).token, body: BODY }),
    [askForStatement.name]: async () => ({ by: (await registered()).token, body: { month: "2026-01" } }),
    getWalletFile: withWalletFile,
    cancelWalletFile: withWalletFile,
    askForTradeExport: async () => ({ by: (await registered()).token, body: BODY }),
    getTradeExport: withOne,
    cancelTradeExport: withOne,
  };
}
