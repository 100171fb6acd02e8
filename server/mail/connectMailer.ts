import { createTransport } from "nodemailer";
import type { MailConfig } from "#server/config.ts";
import type { Logger } from "#server/logger.ts";
import { pause } from "#server/pause.ts";
import { traceWork, type Tracing } from "#server/telemetry/tracing.ts";
import type { Mail, Mailer, MailOutcome } from "./mailer.ts";

/** Time limits for one step of the conversation with the mail server, and for all of it. */
const STEP_MS = 5_000;
const DEADLINE_MS = 10_000;
/** The mail server has no such mailbox, refuses mail for it, or cannot parse the address. */
const REFUSED_ADDRESS = new Set([501, 550, 551, 553, 556]);

interface MailerParts {
  logger: Logger;
  tracing?: Tracing | null;
}

/** Sends mail by SMTP, each on its own connection. Only mails fail while the mail server is unreachable. */
export function connectMailer(config: MailConfig, { logger, tracing = null }: MailerParts): Mailer {
  const transport = createTransport({
    host: config.host,
    port: config.port,
    secure: config.isSecure,
    requireTLS: config.mustEncrypt,
    ...(config.user === null ? {} : { auth: { user: config.user, pass: config.password } }),
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    dnsTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  async function deliver({ to, subject, text }: Mail): Promise<MailOutcome> {
    // As an object it is one address, whatever characters it contains.
    await transport.sendMail({ from: config.from, to: { name: "", address: to }, subject, text });
    return "sent";
  }

  return {
    async send(mail) {
      const deadline = new AbortController();
      const late = pause(DEADLINE_MS, deadline.signal).then(() => "late" as const);
      try {
        const delivery = traceWork(tracing, { name: "mail send", kind: "client" }, () => deliver(mail));
        const outcome = await Promise.race([delivery, late]);
        if (outcome !== "late") return outcome;
        logger.warn({ reason: "late" }, "the mail server took too long");
        return "unavailable";
      } catch (error) {
        const { command, code, status } = readFailure(error);
        // The error's own text may quote the address.
        logger.warn({ reason: code, status }, "a mail could not be sent");
        return command === "RCPT TO" && REFUSED_ADDRESS.has(status) ? "refused" : "unavailable";
      } finally {
        deadline.abort();
      }
    },
  };
}

function readFailure(error: unknown): { command: string; code: string; status: number } {
  const { command, code, responseCode } = (typeof error === "object" && error !== null ? error : {}) as {
    command?: unknown;
    code?: unknown;
    responseCode?: unknown;
  };
  return {
    command: typeof command === "string" ? command : "",
    code: typeof code === "string" ? code : "unknown",
    status: typeof responseCode === "number" ? responseCode : 0,
  };
}
