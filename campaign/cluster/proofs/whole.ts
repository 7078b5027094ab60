// What `npm run campaign -- cluster [kills]` runs.
import { openStage } from "../stage.ts";
import { proveBus, provePooler } from "./front.ts";
import { proveCut, proveDeaths, proveHang } from "./failover.ts";
import { proveLag } from "./replica.ts";

const stage = await openStage(6);
proveDeaths(stage, Number(process.env.KILLS ?? 10));
proveCut(stage);
proveHang(stage);
provePooler(stage);
proveBus(stage);
proveLag(stage);
