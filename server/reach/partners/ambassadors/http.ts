/** Endpoints of the ambassador program. */
import * as calls from "#contract/reach/ambassadors.ts";
import { route, staffMay } from "../../../platform/http/policy.ts";
import { refuseWithoutProgram } from "../refuse-without-program.ts";
import { applyAsAmbassador, withdrawApplication } from "./apply.ts";
import { assignAmbassador } from "./assign.ts";
import { judgeApplication, viewAmbassadors, viewApplications } from "./judge.ts";
import { listNewcomers, viewAmbassador, viewStatement } from "./view-ambassador.ts";

const READ = { auth: "session", rateLimit: "read" } as const;
const CHANGE = { auth: "session", rateLimit: "auth", action: "account" } as const;

export const ambassadorRoutes = [
  route(calls.getAmbassador, READ, async ({ tx, viewer }) => {
    await refuseWithoutProgram(tx, viewer);
    return viewAmbassador(tx, viewer.userId);
  }),
  // What was earned stays theirs where the program is off.
  route(calls.listNewcomers, READ, ({ tx, viewer, query }) => listNewcomers(tx, { userId: viewer.userId, ...query })),
  route(calls.getAmbassadorStatement, READ, ({ tx, viewer, query }) =>
    viewStatement(tx, { userId: viewer.userId, ...query }),
  ),
  route(calls.applyAsAmbassador, { ...CHANGE, level: 1 }, async ({ tx, viewer, body }) => {
    await refuseWithoutProgram(tx, viewer);
    return applyAsAmbassador(tx, { userId: viewer.userId, text: body.text });
  }),
  route(calls.withdrawAmbassadorApplication, CHANGE, async ({ tx, viewer }) => {
    await refuseWithoutProgram(tx, viewer);
    return withdrawApplication(tx, viewer.userId);
  }),
  route(calls.assignAmbassador, CHANGE, ({ tx, viewer, params }) =>
    assignAmbassador(tx, { userId: viewer.userId, id: params.id }),
  ),
  route(calls.listAmbassadorApplications, staffMay("partners", "read"), ({ tx, query }) => viewApplications(tx, query)),
  route(
    calls.judgeAmbassadorApplication,
    {
      ...staffMay("partners", "write"),
      objects: { number: { kind: "ambassador_application", relations: ["staff"] } },
    },
    ({ tx, viewer, params, body }) => judgeApplication(tx, { staffId: viewer.userId, number: params.number, ...body }),
  ),
  route(calls.listAmbassadors, staffMay("partners", "read"), ({ tx, query }) => viewAmbassadors(tx, query)),
];
