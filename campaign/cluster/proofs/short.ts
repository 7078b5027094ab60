// What `npm test -- --long` runs of the cluster.
import { openStage } from "../stage.ts";
import { proveOneDeath } from "./failover.ts";

proveOneDeath(await openStage(1));
