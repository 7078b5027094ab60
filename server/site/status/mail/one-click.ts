/** One-click unsubscribe of emails about incidents (RFC 8058). */
import type { FastifyInstance } from "fastify";
import type { AppPorts } from "../../../platform/app-ports.ts";
import { INCIDENT_MAIL_PATH } from "../../../platform/mail/stop-link.ts";
import { mountOneClickAt } from "../../../reach/notifications/index.ts";
import { stop } from "./subscribe.ts";

export const mountIncidentMail = (fastify: FastifyInstance, ports: Pick<AppPorts, "db">): Promise<void> =>
  mountOneClickAt(fastify, ports, { path: INCIDENT_MAIL_PATH, stop });
