/** Endpoints about the operator's exposure. */
import { getExposure } from "#contract/staff/exposure.ts";
import { route, staffMay } from "../../platform/http/policy.ts";
import { viewExposure } from "./view-exposure.ts";

export const routes = [route(getExposure, staffMay("console", "read"), ({ tx }) => viewExposure(tx))];
