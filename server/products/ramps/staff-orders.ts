/** Orders at providers for administrators, with the names of who paid for held purchases and of their users beside each other. */
import type { ProviderOrders } from "#contract/products/providers/orders.ts";
import { findUsersById, openPersonal } from "../../people/accounts/index.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { viewProviderOrders } from "../providers/index.ts";
import { heldPayers } from "./rows.ts";
import { openText } from "./sealed-ramp.ts";

export async function viewStaffOrders(
  tx: ReadTx,
  query: Parameters<typeof viewProviderOrders>[1],
): Promise<ProviderOrders> {
  const found = await viewProviderOrders(tx, query);
  const held = await heldPayers(
    tx,
    found.orders.filter(({ caseReason }) => caseReason !== null).map(({ id }) => id),
  );
  const users = await findUsersById(
    tx,
    held.map(({ user_id }) => user_id),
  );
  const names = new Map(
    held.map(({ hash, user_id, payer_sealed, payer_match }) => {
      const user = users.get(user_id);
      const { firstName, lastName } = user ? openPersonal(user) : { firstName: "", lastName: "" };
      return [
        hash,
        {
          payerName: payer_sealed && openText("payer", payer_sealed, user_id),
          userName: `${firstName} ${lastName}`,
          isNameClose: payer_match === "close",
        },
      ];
    }),
  );
  return { ...found, orders: found.orders.map((order) => ({ ...order, ...names.get(order.id) })) };
}
